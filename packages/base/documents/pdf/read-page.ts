import type { getDocumentProxy } from 'unpdf';
import { damagedPdf } from './damaged-pdf.ts';
import { pageText, type PageItem } from './page-text.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Reads one page, but stops where there is more text than is wanted: a page can be made to have gigabytes. */
export async function readPage(
  document: PdfDocument,
  number: number,
  { name, maxChars }: { readonly name: string; readonly maxChars: number },
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  try {
    const page = await document.getPage(number);
    const items: PageItem[] = [];
    let length = 0;
    const reader = page.streamTextContent().getReader();
    for (;;) {
      const { done, value } = await nextOf(reader);
      if (done) break;
      for (const item of itemsOf(value)) {
        items.push(item);
        length += 'str' in item ? item.str.length + 1 : 0;
      }
      // Left as it is: nobody asks it for more, and PDF.js does not bear being told to stop.
      if (length > 2 * maxChars + 1000) return { text: pageText(items), isCut: true };
    }
    page.cleanup();
    return { text: pageText(items), isCut: false };
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown;
    throw damagedPdf(name, thrown);
  }
}

function nextOf(reader: {
  read(): Promise<{ done: boolean; value: unknown }>;
}): Promise<{ done: boolean; value: unknown }> {
  return reader.read();
}

/** The stream's own type says nothing of what comes. */
function itemsOf(chunk: unknown): readonly PageItem[] {
  const items: unknown = typeof chunk === 'object' && chunk !== null ? Reflect.get(chunk, 'items') : [];
  return Array.isArray(items)
    ? items.filter((item: unknown) => typeof item === 'object' && item !== null)
    : [];
}
