import type { DocumentRequest, ParsedDocument } from '../document.ts';
import { JobFailure } from '../../contained/job.ts';
import { decodedDocument } from '../text/decoded-document.ts';
import { markdownTable } from './markdown-table.ts';

/** Reads values divided by commas, semicolons, tabs or bars; which of them, the text tells. */
export function readCsv(bytes: Uint8Array<ArrayBuffer>, request: DocumentRequest): Promise<ParsedDocument> {
  return readDelimited('csv', bytes, request);
}

/** Reads values divided by tabs. */
export function readTsv(bytes: Uint8Array<ArrayBuffer>, request: DocumentRequest): Promise<ParsedDocument> {
  return readDelimited('tsv', bytes, request);
}

async function readDelimited(
  format: 'csv' | 'tsv',
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const { default: papaparse } = await import('papaparse');
  const { text, encoding } = decodedDocument(bytes, request);
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: format === 'tsv' ? '\t' : '',
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
  });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosed !== undefined)
    throw new JobFailure(
      'E_DOCUMENT_DAMAGED',
      `${request.name}: the quotation mark that opens in row ${(unclosed.row ?? 0) + 1} is never closed.`,
      'Close it, or double those that stand inside a value; or read the file with format "text".',
    );
  const { markdown, total, read, truncated, next } = markdownTable(data, request);
  return {
    format,
    markdown,
    encoding,
    rows: { total, read },
    truncated,
    ...(next === undefined ? {} : { next: `rows ${next}` }),
  };
}
