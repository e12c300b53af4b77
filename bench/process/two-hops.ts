import { join } from 'node:path';

/** Microseconds of a round trip from one bare Bun child to another and back, by way of their parent. */
export async function measureTwoHops(rounds: number): Promise<number[]> {
  const script = join(import.meta.dir, 'echo-child.ts');
  const samples: number[] = [];
  const done = Promise.withResolvers<void>();
  let start = 0;
  const next = (): void => {
    if (samples.length === rounds) return done.resolve();
    start = Bun.nanoseconds();
    asker.send({ kind: 'ask' });
  };
  const child = (onMessage: (kind: string) => void): Bun.Subprocess =>
    Bun.spawn([process.execPath, '--no-install', script], {
      serialization: 'json',
      ipc: (message: { kind: string }) => onMessage(message.kind),
    });
  // The parent starts it by a message of its own; what is counted are the hops asker → parent → answerer → parent → asker.
  const asker = child((kind) => {
    if (kind === 'ready') return;
    if (kind === 'request') {
      answerer.send({ kind: 'request' });
      return;
    }
    samples.push((Bun.nanoseconds() - start) / 1_000);
    next();
  });
  const ready = Promise.withResolvers<void>();
  const answerer = child((kind) => {
    if (kind === 'ready') ready.resolve();
    else asker.send({ kind: 'answer' });
  });
  await ready.promise;
  next();
  await done.promise;
  asker.kill();
  answerer.kill();
  await Promise.all([asker.exited, answerer.exited]);
  return samples.slice(Math.floor(rounds / 4));
}
