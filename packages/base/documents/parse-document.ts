import { JobFailure } from '../contained/job.ts';
import { cutText } from './cut-text.ts';
import { detectFormat } from './detect-format.ts';
import type { DocumentFormat, DocumentRequest, ParsedDocument } from './document.ts';

/** What a reader makes of the bytes; cutting to the length that was asked for is done here. */
type Reader = (bytes: Uint8Array<ArrayBuffer>, request: DocumentRequest) => Promise<ParsedDocument>;

const readers: Readonly<Record<DocumentFormat, () => Promise<Reader>>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-docx.ts')).readDocx,
  xlsx: async () => (await import('./table/read-xlsx.ts')).readXlsx,
  csv: async () => (await import('./table/read-delimited.ts')).readCsv,
  tsv: async () => (await import('./table/read-delimited.ts')).readTsv,
  html: async () => (await import('./read-html.ts')).readHtml,
  markdown: async () => (await import('./read-text.ts')).readMarkdown,
  text: async () => (await import('./read-text.ts')).readPlain,
};

/** Reads a document of any known format. Throws a `JobFailure` that says what is wrong with it, never an empty text. */
export async function parseDocument(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const { name } = request;
  if (bytes.length === 0)
    throw new JobFailure(
      'E_DOCUMENT_EMPTY',
      `${name} has no bytes.`,
      'Check that it is the right file and was written to its end.',
    );
  const format = detectFormat(bytes, request);
  refuseForeignParts(format, request);
  const read = await readers[format]();
  const { title, markdown, truncated, ...more } = await read(bytes, request);
  if (markdown.trim() === '')
    throw new JobFailure(
      'E_DOCUMENT_EMPTY',
      `There is no text in ${name}.`,
      'Check that it is the right file.',
    );
  const cut = cutText(markdown, request.maxChars);
  return {
    ...more,
    ...(title === undefined || title === '' ? {} : { title }),
    markdown: cut,
    truncated: truncated || cut.length < markdown.length,
  };
}

/** A part that the format does not have is a mistake to be told, not one to pass over. */
function refuseForeignParts(format: DocumentFormat, { name, pages, sheet, rows }: DocumentRequest): void {
  const isTable = format === 'xlsx' || format === 'csv' || format === 'tsv';
  const wrong =
    pages !== undefined && format !== 'pdf'
      ? 'pages'
      : sheet !== undefined && format !== 'xlsx'
        ? 'sheet'
        : rows !== undefined && !isTable
          ? 'rows'
          : undefined;
  if (wrong === undefined) return;
  throw new JobFailure(
    'E_DOCUMENT_PART',
    `${name} is ${format}, which has no ${wrong}.`,
    `Leave out ${wrong}; maxChars limits how much is read.`,
  );
}
