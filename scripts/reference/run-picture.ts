import { blocksOf } from '../documents/blocks.ts';

const line = { height: 20, width: 8.43 };
const edge = 20;
const colors = {
  paper: '#16181d',
  text: '#d5d9e0',
  dim: '#7d8590',
  command: '#ffffff',
  ok: '#6cc28a',
  bar: '#5aa2e6',
};

/**
 * A picture of a run: the last two commands of the first shell block of a page, and what the page shows that they print. The page is run by the tests, so that
 * the picture shows what is true.
 */
export function runPicture(page: string): string {
  const blocks = blocksOf(page);
  const at = blocks.findIndex(({ language }) => language === 'sh');
  const commands = (blocks[at]?.text ?? '').trim().split('\n').slice(-2);
  const printed = (blocks[at + 1]?.text ?? '').trimEnd().split('\n');
  const trace = printed.findIndex(
    (text, index) => printed[index + 1]?.startsWith('├─') === true && text !== '',
  );
  const [run = '', show = ''] = commands.map((command) => `$ ${command}`);
  return pictureOf([run, ...printed.slice(0, trace), '', show, ...printed.slice(trace)]);
}

function pictureOf(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((text) => text.length)) * line.width + 2 * edge);
  const height = lines.length * line.height + 2 * edge;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of two agents and its trace">`,
    `<rect width="100%" height="100%" rx="10" fill="${colors.paper}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${colors.text}">`,
    ...lines.map((text, index) => {
      const y = edge + (index + 0.75) * line.height;
      const written = text.replace(/▇+$/u, '').trimEnd();
      return `<text x="${edge}" y="${y}">${painted(written)}</text>${barOf(text, y)}`;
    }),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Drawn, not written: not every font has the characters, or has them as wide as others. */
function barOf(text: string, y: number): string {
  const length = /▇+$/u.exec(text)?.[0].length ?? 0;
  if (length === 0) return '';
  const x = edge + (text.length - length) * line.width;
  return `<rect x="${x.toFixed(1)}" y="${y - 10}" width="${(length * line.width).toFixed(1)}" height="11" fill="${colors.bar}"/>`;
}

function painted(text: string): string {
  if (text.startsWith('$ ')) return span(escaped(text), colors.command);
  if (/ · /.test(text)) return span(escaped(text), colors.dim);
  return escaped(text)
    .replace(/^[│├└─\u00a0]+/u, (tree) => span(tree, colors.dim))
    .replace(/\u00a0ok(?=\u00a0\u00a0)/, `\u00a0${span('ok', colors.ok)}`);
}

/** `text` is escaped already. */
function span(text: string, color: string): string {
  return `<tspan fill="${color}">${text}</tspan>`;
}

/** With spaces that no viewer draws together, whatever it makes of `white-space`. */
function escaped(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replaceAll(' ', '\u00a0');
}
