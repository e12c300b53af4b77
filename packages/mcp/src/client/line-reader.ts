const newline = 10;

/** Thrown when a line is longer than the limit. */
export class LineTooLong extends Error {
  constructor(limit: number) {
    super(`a message of more than ${Math.round(limit / 1_048_576)} MiB`);
  }
}

/** The lines of a stream of bytes, as text, without their ends. Throws `LineTooLong` as soon as one is; never holds more than that. */
export async function* readLines(stream: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const last = chunk.subarray(start, end);
      if (length + last.length > limit) throw new LineTooLong(limit);
      yield decoder.decode(parts.length === 0 ? last : Buffer.concat([...parts, last]));
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    length += chunk.length - start;
    if (length > limit) throw new LineTooLong(limit);
    parts.push(chunk.subarray(start));
  }
}
