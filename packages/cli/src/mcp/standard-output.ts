import { Writable } from 'node:stream';

/** Standard output itself: `process.stdout` has been led elsewhere, so that nothing a bundle prints gets between messages. */
export function standardOutput(): Writable {
  const sink = Bun.stdout.writer();
  return Writable.fromWeb(
    new WritableStream<string | Uint8Array>({
      write: async (chunk) => {
        await sink.write(chunk);
        await sink.flush();
      },
    }),
  );
}
