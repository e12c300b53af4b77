import { JobFailure } from '../contained/job.ts';
import type { DocumentFormat, DocumentRequest } from './document.ts';
import { binaryKind } from './binary-kind.ts';
import { officeFormat } from './zip/office-format.ts';

const byExtension: Readonly<Record<string, DocumentFormat>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
};
const byContentType: Readonly<Record<string, DocumentFormat>> = {
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
};

/**
 * The format of a document: by its content where that has marks of its own, else by its name, then by its content type.
 * Throws where it is none that can be read, or not the one that was asked for.
 */
export function detectFormat(bytes: Uint8Array<ArrayBuffer>, request: DocumentRequest): DocumentFormat {
  const { name, format } = request;
  const found = markedFormat(bytes, name);
  if (found !== undefined) {
    if (format === undefined || format === found) return found;
    throw new JobFailure(
      'E_DOCUMENT_FORMAT',
      `${name} is ${found.toUpperCase()}, not ${format}.`,
      `Leave out format, or send "${found}".`,
    );
  }
  if (format === 'pdf' || format === 'docx' || format === 'xlsx')
    throw new JobFailure(
      'E_DOCUMENT_FORMAT',
      `${name} is text, not ${format.toUpperCase()}.`,
      'Leave out format: the content tells it.',
    );
  return format ?? textFormat(bytes, request);
}

/** The format of what is not plain text. */
function markedFormat(bytes: Uint8Array<ArrayBuffer>, name: string): DocumentFormat | undefined {
  const start = latin1(bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('PK\u0005\u0006'))
    return officeFormat(bytes, name);
  const kind = binaryKind(bytes);
  if (kind === undefined) return undefined;
  throw new JobFailure(kind.code, `${name} is ${kind.what}, which cannot be read as text.`, kind.advice);
}

function textFormat(bytes: Uint8Array, { name, url, contentType = '' }: DocumentRequest): DocumentFormat {
  const path = url === undefined ? name : new URL(url).pathname;
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const named = byExtension[extension];
  const start = latin1(bytes.subarray(0, 4096)).replaceAll('\0', '');
  const isPage =
    /^[^A-Za-z<]*(?:<!--[^]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(start);
  if (isPage) return named === 'markdown' ? 'markdown' : 'html';
  return named ?? byContentType[contentType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'text';
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
