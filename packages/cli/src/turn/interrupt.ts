const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Signal = (typeof signals)[number];

/** A wait for somebody to end the process. */
export interface Interrupt {
  /** Resolves at the first signal, with its name; never by itself. */
  readonly promise: Promise<Signal>;
  /** Gives the signals back their usual meaning. */
  dispose(): void;
}

/** Listens for signals that ask this process to end. More of them change nothing: a terminal sends them to the launcher too, which passes them on. */
export function listenForInterrupt(): Interrupt {
  const { promise, resolve } = Promise.withResolvers<Signal>();
  const onSignal = (signal: NodeJS.Signals): void =>
    resolve(signals.find((name) => name === signal) ?? 'SIGTERM');
  for (const signal of signals) process.on(signal, onSignal);
  return {
    promise,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
