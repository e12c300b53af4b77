import type { PageElement } from './page-element.ts';

const unseen =
  'head, title, script, style, noscript, template, svg, canvas, iframe, object, embed, audio, video, [hidden], ' +
  '[style*="display:none"], [style*="display: none"]';

/** Makes a parsed page ready to be written: without what nobody sees, links whole, rows and items numbered. */
export function preparePage(root: PageElement, url: string | undefined): void {
  const base = baseOf(root, url);
  for (const element of root.querySelectorAll(unseen)) element.remove();
  for (const link of root.querySelectorAll('a[href]')) keepAddress(link, 'href', base);
  for (const image of root.querySelectorAll('img')) {
    keepAddress(image, 'src', base);
    if (image.getAttribute('src') === null) image.remove();
  }
  for (const forged of root.querySelectorAll('[data-columns], [data-number]')) {
    forged.removeAttribute('data-columns');
    forged.removeAttribute('data-number');
  }
  for (const table of root.querySelectorAll('table')) markHead(table);
  for (const list of root.querySelectorAll('ol')) numberItems(list);
}

function baseOf(root: PageElement, url: string | undefined): URL | undefined {
  const page = url === undefined ? null : URL.parse(url);
  const own = root.querySelector('base[href]')?.getAttribute('href');
  return (own === null || own === undefined ? null : URL.parse(own, page?.href)) ?? page ?? undefined;
}

/** Data and scripts inside an address are nothing to read, and may be huge. */
function keepAddress(element: PageElement, name: string, base: URL | undefined): void {
  const written = element.getAttribute(name)?.trim() ?? '';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  const isReadable = scheme === undefined || ['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme);
  if (written === '' || !isReadable || written.length > 2000) element.removeAttribute(name);
  else if (base !== undefined && !written.startsWith('#'))
    element.setAttribute(name, URL.parse(written, base.href)?.href ?? written);
}

/** Counted here once: the writer would count again for each row. */
function markHead(table: PageElement): void {
  const row = table.querySelector('tr');
  let columns = 0;
  for (let cell = row?.firstElementChild ?? null; cell !== null; cell = cell.nextElementSibling) columns += 1;
  row?.setAttribute('data-columns', String(columns));
}

function numberItems(list: PageElement): void {
  let number = Number.parseInt(list.getAttribute('start') ?? '1', 10);
  if (!Number.isSafeInteger(number)) number = 1;
  for (let item = list.firstElementChild; item !== null; item = item.nextElementSibling) {
    if (item.localName !== 'li') continue;
    item.setAttribute('data-number', String(number));
    number += 1;
  }
}
