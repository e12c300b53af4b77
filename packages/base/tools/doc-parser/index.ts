import { defineTool } from '@goondan/core/basics';
import { documentFormats } from '../../documents/document.ts';

/** The document is got here, by policy, and read in a process of its own, which has nothing but its bytes. */
export const parse = defineTool({
  name: 'doc-parser__parse',
  description:
    'Reads a document as Markdown: PDF, Word (DOCX), Excel (XLSX), CSV, TSV, HTML, Markdown and plain text, in any encoding, from a file (path) or the web (url). ' +
    'The format is told by the content. Of a long one the first part comes, with truncated and next, which says what to ask for to go on: ' +
    'pages of a PDF, sheet and rows of a table.',
  timeoutMs: 60_000,
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'A file in the workdir. Give path or url, not both.',
      },
      url: { type: 'string', minLength: 1, maxLength: 8192, description: 'An http or https address.' },
      format: {
        enum: documentFormats,
        description:
          'What to read it as, where its text could be several, such as CSV in a .txt file. Default: by its content and name.',
      },
      pages: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Pages of a PDF: "1-3", "2,5", "10-". Default: from the first.',
      },
      sheet: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'The sheet of a workbook, by name or number. Default: all.',
      },
      rows: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'Rows of a table: "1-200", "500-". The first row is shown as its head each time. Default: the first 1000.',
      },
      encoding: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        description:
          'The encoding of text that is in no Unicode form and declares none, such as euc-kr. Default: by its content.',
      },
      maxChars: {
        type: 'integer',
        minimum: 100,
        maximum: 2_000_000,
        description: 'How many characters to give back. Default 100000.',
      },
    },
    required: [],
    additionalProperties: false,
    examples: [{ path: 'report.pdf', pages: '1-5' }],
  },
  output: {
    type: 'object',
    properties: {
      format: { enum: documentFormats, description: 'What the document is.' },
      title: { type: 'string', description: 'Its title, where it has one.' },
      markdown: {
        type: 'string',
        description: 'Its text, with headings, lists, tables and links as Markdown.',
      },
      truncated: { type: 'boolean', description: 'True where there is more than this.' },
      next: { type: 'string', description: 'What to ask for to go on, such as pages 12-40.' },
      encoding: { type: 'string', description: 'The encoding of a text.' },
      pages: {
        type: 'object',
        description: 'Of a PDF: how many pages it has, and which were read.',
        properties: {
          total: { type: 'integer', description: 'How many there are.' },
          read: { type: 'string', description: 'Which were read.' },
        },
        required: ['total', 'read'],
        additionalProperties: false,
      },
      sheets: {
        type: 'array',
        description: 'Of a workbook: all its sheets.',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Its name.' },
            rows: { type: 'integer', description: 'How many rows it has.' },
            columns: { type: 'integer', description: 'How many columns it has.' },
          },
          required: ['name', 'rows', 'columns'],
          additionalProperties: false,
        },
      },
      rows: {
        type: 'object',
        description: 'Of a table: how many rows it has, and which were read.',
        properties: {
          total: { type: 'integer', description: 'How many there are.' },
          read: { type: 'string', description: 'Which were read.' },
        },
        required: ['total', 'read'],
        additionalProperties: false,
      },
      size: { type: 'integer', description: 'Bytes of the document.' },
    },
    required: ['format', 'markdown', 'truncated', 'size'],
    additionalProperties: false,
  },
  async handler(ctx, { path, url, maxChars = 100_000, ...part }) {
    const { getDocument } = await import('./get-document.ts');
    const { readDocument } = await import('./read-document.ts');
    const document = await getDocument(ctx, { path, url });
    const read = await readDocument(ctx, document, { ...part, maxChars });
    return { ...read, size: document.bytes.length };
  },
});
