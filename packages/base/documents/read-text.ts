import type { DocumentRequest, ParsedDocument } from './document.ts';
import { decodedDocument } from './text/decoded-document.ts';

/** Reads plain text as it is. */
export async function readPlain(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const { text, encoding } = decodedDocument(bytes, request);
  return { format: 'text', markdown: text, encoding, truncated: false };
}

/** Reads Markdown as it is; its first heading is the title. */
export async function readMarkdown(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const { text, encoding } = decodedDocument(bytes, request);
  const title = /^# +(\S[^\n]{0,300})/m.exec(text)?.[1]?.trim();
  return {
    format: 'markdown',
    markdown: text,
    encoding,
    truncated: false,
    ...(title === undefined ? {} : { title }),
  };
}
