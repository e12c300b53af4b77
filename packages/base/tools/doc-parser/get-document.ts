import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';

/** The bytes of a document, and what is known of it before it is read. */
export interface GotDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly url?: string;
  readonly contentType?: string;
}

const largestDocument = 32 * 1024 * 1024;
const fetchMs = 30_000;

/** Gets a document from the one place that is given, as far as policy allows it. */
export async function getDocument(
  ctx: ToolContext,
  { path, url }: { readonly path: string | undefined; readonly url: string | undefined },
): Promise<GotDocument> {
  if (path !== undefined && url === undefined) return fromFile(ctx, path);
  if (url !== undefined && path === undefined) return fromAddress(ctx, url);
  throw new GoondanError(
    'E_TOOL_INVALID_ARGS',
    path === undefined ? 'Neither path nor url is given.' : 'Both path and url are given.',
    {
      suggestion:
        'Send one of them, such as {"path":"report.pdf"} or {"url":"https://example.com/report.pdf"}.',
    },
  );
}

async function fromFile(ctx: ToolContext, path: string): Promise<GotDocument> {
  const { readAllowedFile } = await import('../../files/read-allowed-file.ts');
  const { bytes, truncated, size } = await readAllowedFile(ctx, path, { maxBytes: largestDocument });
  if (truncated) throw tooLarge(path, size);
  return { name: path, bytes };
}

async function fromAddress(ctx: ToolContext, url: string): Promise<GotDocument> {
  const { fetchAllowed } = await import('../../network/fetch-allowed.ts');
  const got = await fetchAllowed(ctx, { url, maxBytes: largestDocument, timeoutMs: fetchMs });
  if (got.status >= 400 || got.status < 200)
    throw new GoondanError('E_DOCUMENT_UNAVAILABLE', `${got.url} answered with status ${got.status}.`, {
      suggestion:
        got.status === 404 || got.status === 410
          ? 'There is no document at this address: check it, or look for the document elsewhere.'
          : 'The server does not give it out now: try another source, or later.',
    });
  if (got.truncated) throw tooLarge(got.url, got.size);
  const contentType = got.headers['content-type'];
  return {
    name: got.url,
    url: got.url,
    bytes: got.body,
    ...(contentType === undefined ? {} : { contentType }),
  };
}

function tooLarge(name: string, size: number): GoondanError {
  return new GoondanError(
    'E_DOCUMENT_TOO_LARGE',
    `${name} has ${size} bytes; documents of up to 32 MB can be read.`,
    {
      suggestion: 'Split it, or take the part that is needed with a command.',
    },
  );
}
