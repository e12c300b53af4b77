/** The formats that can be read. */
export const documentFormats = ['pdf', 'docx', 'xlsx', 'csv', 'tsv', 'html', 'markdown', 'text'] as const;

/** One of the formats that can be read. */
export type DocumentFormat = (typeof documentFormats)[number];

/** Which document is to be read, and which part of it. */
export interface DocumentRequest {
  /** What it is called in messages: its path or address. */
  readonly name: string;
  /** Where relative links in it lead from. */
  readonly url?: string | undefined;
  readonly contentType?: string | undefined;
  readonly format?: DocumentFormat | undefined;
  /** Such as `1-3,8`. */
  readonly pages?: string | undefined;
  readonly sheet?: string | undefined;
  /** Such as `1-200`. */
  readonly rows?: string | undefined;
  readonly encoding?: string | undefined;
  readonly maxChars: number;
}

/** A document as a model reads it. */
export interface ParsedDocument {
  readonly format: DocumentFormat;
  readonly title?: string;
  readonly markdown: string;
  /** True where there is more of it than `markdown` holds. */
  readonly truncated: boolean;
  /** What to ask for to go on. */
  readonly next?: string;
  readonly encoding?: string;
  readonly pages?: { readonly total: number; readonly read: string };
  readonly sheets?: readonly { readonly name: string; readonly rows: number; readonly columns: number }[];
  readonly rows?: { readonly total: number; readonly read: string };
}
