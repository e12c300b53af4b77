import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Deadline } from './deadline.ts';

/** What was kept of a body. */
export interface ReadBody {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole body, decompressed: what the server declared where it was cut off, else what came. */
  readonly size: number;
  readonly truncated: boolean;
  readonly isDecoded: boolean;
}

/** Reads at most `maxBytes` of a body, counted after decompression; the rest is never taken into memory. */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, deadline }: { readonly maxBytes: number; readonly deadline: Deadline },
): Promise<ReadBody> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const arriving = watched(response, deadline);
  const isDecoded = decoders.has(encoding);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of isDecoded ? decoded(arriving, encoding) : arriving) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.byteLength;
    if (size > maxBytes) break;
  }
  const truncated = size > maxBytes;
  const declared = isDecoded ? 0 : Number(response.headers['content-length'] ?? 0);
  return {
    body: Buffer.concat(chunks),
    size: truncated && declared > size ? declared : size,
    truncated,
    isDecoded: isDecoded && size > 0,
  };
}

async function* watched(response: IncomingMessage, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const chunk of response) {
    deadline.touch();
    if (chunk instanceof Uint8Array) yield chunk;
  }
}

const decoders: ReadonlyMap<string, (first: Uint8Array) => Transform> = new Map<
  string,
  (first: Uint8Array) => Transform
>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
  // Some servers leave out the zlib header, which has 8 in its lower half.
  ['deflate', (first) => (((first[0] ?? 0) & 15) === 8 ? createInflate() : createInflateRaw())],
]);

async function* decoded(arriving: AsyncGenerator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const head = await arriving.next();
  if (head.done === true) return;
  const first = head.value;
  const decoder = decoders.get(encoding)?.(first);
  if (decoder === undefined) return;
  // Its failure is what the loop below throws.
  pipeline(startingWith(first, arriving), decoder, () => {});
  for await (const chunk of decoder) if (chunk instanceof Uint8Array) yield chunk;
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
