import type { Invocation } from '../command/invocation.ts';

/** Waits this long before it says what it waits for. */
const silentMs = 1_000;
const usualSeconds = 5;

/** What a worker of the cluster has to do. */
export interface AwaitedWork<Value> {
  /** Begins it; told when nobody waits any more. */
  readonly begin: (signal: AbortSignal) => Promise<Value>;
  /** What is waited for, for people. */
  readonly waitingFor: string;
}

/** What the work comes to; undefined when no worker has done it within the time that `--wait` gives. Says on stderr what it waits for. */
export async function awaitWorker<Value>(
  { options, output }: Invocation,
  { begin, waitingFor }: AwaitedWork<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const limitMs = (options.amount('wait') ?? usualSeconds) * 1000;
  const late = Promise.withResolvers<undefined>();
  const notice = setTimeout(
    () => output.note(`waiting for ${waitingFor} …`),
    Math.min(silentMs, limitMs / 2),
  );
  const limit = setTimeout(() => late.resolve(undefined), limitMs);
  const over = new AbortController();
  const work = begin(over.signal);
  // Where the limit comes first nobody looks at it any more.
  work.catch(() => {});
  try {
    return await Promise.race([work.then((value) => ({ value })), late.promise]);
  } finally {
    over.abort();
    clearTimeout(notice);
    clearTimeout(limit);
  }
}
