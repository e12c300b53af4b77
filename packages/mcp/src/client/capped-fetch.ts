import type { FetchLike } from '@modelcontextprotocol/client';

const newline = 10;

/** A fetch whose answers hold no message of more than so many bytes: a line of a stream, or the whole of anything else. */
export function cappedFetch(fetch: FetchLike, limit: number): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const body = response.body.pipeThrough(counter(limit, isStream));
    const { status, statusText, headers } = response;
    const capped = new Response(body, { status, statusText, headers });
    Object.defineProperty(capped, 'url', { value: response.url });
    return capped;
  };
}

function counter(limit: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? chunk.lastIndexOf(newline) : -1;
      length = end < 0 ? length + chunk.length : chunk.length - end - 1;
      if (length > limit)
        controller.error(new Error(`it sent a message of more than ${Math.round(limit / 1_048_576)} MiB`));
      else controller.enqueue(chunk);
    },
  });
}
