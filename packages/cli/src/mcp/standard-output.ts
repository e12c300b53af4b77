import { Writable } from 'node:stream';

/** Standard output itself: `process.stdout` has been led elsewhere, so that nothing a bundle prints gets between messages. */
export function standardOutput(): Writable {
  const sink = Bun.stdout.writer();
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      sink.write(chunk);
      Promise.resolve(sink.flush()).then(
        () => done(),
        (thrown: unknown) => done(thrown instanceof Error ? thrown : new Error(String(thrown))),
      );
    },
  });
}
