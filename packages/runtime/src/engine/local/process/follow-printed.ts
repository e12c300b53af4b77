import { SecretStream } from '../../../secret/secret-stream.ts';
import type { SecretMask } from '../../../secret/secret-mask.ts';
import { waitAtMost } from '../wait-for.ts';
import type { ChildProcess } from './child-process.ts';

/** A line that does not end is handed on in pieces of this size. */
const longestLine = 64 * 1024;
const lastWordsMs = 1_000;

/** Takes a text in; nothing more is read before it has. */
export type TextSink = (text: string) => void | Promise<void>;

/** Hands on what a process prints, line by line and without the secrets in it, to its last words. Never rejects. */
export async function followPrinted(child: ChildProcess, mask: SecretMask, write: TextSink): Promise<void> {
  await Promise.all(child.printed.map((stream) => follow(stream, child, lineSink(mask, write))));
}

async function follow(
  stream: ReadableStream<Uint8Array>,
  child: ChildProcess,
  sink: LineSink,
): Promise<void> {
  const reader = stream.getReader();
  const read = readAll(() => reader.read(), sink);
  await Promise.race([read, child.ended]);
  // Something that got away from it may hold the pipe open for ever.
  await waitAtMost(lastWordsMs, read);
  await reader.cancel().catch(() => undefined);
}

async function readAll(
  next: () => Promise<{ readonly value?: Uint8Array | undefined }>,
  sink: LineSink,
): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for (let { value } = await next(); value !== undefined; { value } = await next())
      await sink.add(decoder.decode(value, { stream: true }));
  } catch {
    // The pipe broke with its process: what came through is all there is.
  }
  await sink.end();
}

interface LineSink {
  add(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Whole lines, so that those of one stream do not tear those of another. */
function lineSink(mask: SecretMask, write: TextSink): LineSink {
  const masked = new SecretStream(mask);
  let rest = '';
  const show = async (text: string): Promise<void> => {
    if (text !== '') await write(text);
  };
  return {
    add: (text) => {
      rest += text;
      const end = rest.length > longestLine ? rest.length : rest.lastIndexOf('\n') + 1;
      const shown = masked.add(rest.slice(0, end));
      rest = rest.slice(end);
      return show(shown);
    },
    end: () => show(masked.add(rest) + masked.end()),
  };
}
