import { isElement } from './page-element.ts';

/** What writes a tree as Markdown. */
export interface MarkdownWriter {
  /** The Markdown of an element that `preparePage` has seen; the element is used up by it. */
  write(element: object): string;
}

/** Loads the writer. The rules for tables and lists are ours: those that can be had take time by the square of the rows. */
export async function markdownWriter(): Promise<MarkdownWriter> {
  const { default: TurndownService } = await import('turndown');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  service.addRule('struck', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });
  service.addRule('box', { filter: isCheckbox, replacement: boxOf });
  service.addRule('cell', { filter: ['td', 'th'], replacement: cellOf });
  service.addRule('row', { filter: 'tr', replacement: rowOf });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  service.addRule('item', { filter: 'li', replacement: itemOf });
  return {
    write: (element) => {
      // It would work on a copy, which doubles the memory; the tree is not needed afterwards.
      Object.defineProperty(element, 'cloneNode', { value: () => element });
      return service.turndown(element);
    },
  };
}

function cellOf(content: string): string {
  const line = content
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return ` ${line.replaceAll(/(?<!\\)\|/g, '\\|')} |`;
}

function rowOf(content: string, row: unknown): string {
  const columns = Number(attributeOf(row, 'data-columns') ?? 0);
  const rule = columns > 0 ? `\n|${' --- |'.repeat(Math.min(columns, 1000))}` : '';
  return `\n|${content.trimEnd()}${rule}`;
}

function itemOf(content: string, item: unknown): string {
  const number = attributeOf(item, 'data-number');
  const prefix = number === null ? '- ' : `${number}. `;
  const lines = content
    .trim()
    .replace(/^(\[[ x]\]) +/, '$1 ')
    .split('\n');
  const indent = ' '.repeat(prefix.length);
  return `\n${prefix}${lines.map((line, index) => (index === 0 || line === '' ? line : `${indent}${line}`)).join('\n')}\n`;
}

function isCheckbox(node: unknown): boolean {
  return isElement(node) && node.localName === 'input' && node.getAttribute('type') === 'checkbox';
}

function boxOf(_content: string, box: unknown): string {
  return attributeOf(box, 'checked') === null ? '[ ] ' : '[x] ';
}

function attributeOf(node: unknown, name: string): string | null {
  return isElement(node) ? node.getAttribute(name) : null;
}
