import { markdownOfHtml } from '../html/markdown-of-html.ts';
import type { DocumentRequest, ParsedDocument } from './document.ts';
import { decodedDocument } from './text/decoded-document.ts';

/** Reads a page as Markdown, in the encoding its header or its own `meta` names. */
export async function readHtml(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const declared = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1];
  const { text, encoding } = decodedDocument(bytes, request, declared);
  const { url } = request;
  const { title, markdown } = await markdownOfHtml(text, url === undefined ? {} : { url });
  return { format: 'html', title, markdown, encoding, truncated: false };
}
