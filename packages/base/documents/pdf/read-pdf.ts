import type { getDocumentProxy } from 'unpdf';
import { JobFailure } from '../../contained/job.ts';
import type { DocumentRequest, ParsedDocument } from '../document.ts';
import { rangeText, spansOf, type Span } from '../number-ranges.ts';
import { eastAsianCMap } from './east-asian-cmap.ts';
import { damagedPdf } from './damaged-pdf.ts';
import { readPage } from './read-page.ts';

/** Without pages in the request no more than so many are read at once. */
const mostPages = 1000;

/** Gives PDF.js the tables it asks for by name. */
class Tables {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`There is no ${filename}.`);
    return new TextEncoder().encode(eastAsianCMap(filename));
  }
}

/** Reads the text of a PDF, page by page, until the pages or the characters that were asked for are read. */
export async function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const document = await opened(bytes, request.name);
  const total = document.numPages;
  const spans: Span[] =
    request.pages === undefined
      ? [{ from: 1, to: Math.min(total, mostPages) }]
      : spansOf(request.pages, total, 'pages');
  const numbers = [
    ...new Set(
      spans.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
    ),
  ];
  const parts: string[] = [];
  const read: number[] = [];
  let left = request.maxChars;
  let isCut = false;
  for (const number of numbers) {
    const page = await readPage(document, number, { name: request.name, maxChars: left });
    const part = numbers.length === 1 ? page.text : `[page ${number}]\n\n${page.text}`;
    isCut = page.isCut || part.length > left;
    // A page that does not fit is the first of the next part; only one that fits into no part is cut.
    if (isCut && read.length > 0) break;
    parts.push(part);
    read.push(number);
    left -= part.length + 2;
    if (isCut || left <= 0) break;
  }
  const hasText = parts.some((part) => /[^\s\uFFFD]/.test(part.replace(/^\[page \d+\]/, '')));
  if (!hasText && read.length === numbers.length) throw withoutText(request.name, rangeText(read));
  const rest = restOf({ numbers, read, total, isAll: request.pages === undefined });
  const isPageCut = isCut && read.length === 1;
  return {
    format: 'pdf',
    title: await titleOf(document),
    markdown: parts.join('\n\n'),
    pages: { total, read: rangeText(read) },
    truncated: rest !== '' || isPageCut,
    ...nextOf(rest, isPageCut ? read[0] : undefined),
  };
}

/** The pages that are left, as they can be asked for. */
function restOf(pages: {
  readonly numbers: readonly number[];
  readonly read: readonly number[];
  readonly total: number;
  readonly isAll: boolean;
}): string {
  const { numbers, read, total, isAll } = pages;
  const last = read.at(-1) ?? 0;
  if (isAll) return last < total ? rangeText([last + 1]) + (last + 1 < total ? `-${total}` : '') : '';
  return rangeText(numbers.slice(read.length));
}

function nextOf(rest: string, cutPage: number | undefined): { next?: string } {
  const more = cutPage === undefined ? [] : [`the rest of page ${cutPage} with a larger maxChars`];
  const all = [...more, ...(rest === '' ? [] : [`pages ${rest}`])];
  return all.length === 0 ? {} : { next: all.join(', then ') };
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function opened(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<PdfDocument> {
  const unpdf = await import('unpdf');
  try {
    return await unpdf.getDocumentProxy(bytes.slice(), {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
      cMapUrl: 'table:/',
      cMapPacked: false,
      BinaryDataFactory: Tables,
      maxImageSize: 0,
    });
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown;
    if (thrown instanceof Error && thrown.name === 'PasswordException')
      throw new JobFailure(
        'E_DOCUMENT_ENCRYPTED',
        `${name} is a PDF with a password.`,
        'Ask for a copy without a password; this tool takes none.',
      );
    throw damagedPdf(name, thrown);
  }
}

function withoutText(name: string, pages: string): JobFailure {
  return new JobFailure(
    'E_DOCUMENT_EMPTY',
    `There is no text on page ${pages} of ${name}: they are empty, pictures such as scans, or in a font whose letters are not told.`,
    'Ask for other pages, or for a version with a text layer; a scan needs text recognition first.',
  );
}

async function titleOf(document: PdfDocument): Promise<string> {
  try {
    const { info } = await document.getMetadata();
    const title: unknown = Reflect.get(info, 'Title');
    return typeof title === 'string' ? title.trim().slice(0, 1000) : '';
  } catch {
    return '';
  }
}
