const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A wait for somebody to end the process. */
export interface Interrupt {
  /** Resolves at the first signal; never by itself. */
  readonly promise: Promise<void>;
  /** Gives the signals back their usual meaning. */
  dispose(): void;
}

/** Listens for signals that ask this process to end. More of them change nothing: a terminal sends them to the launcher too, which passes them on. */
export function listenForInterrupt(): Interrupt {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (): void => resolve();
  for (const signal of signals) process.on(signal, onSignal);
  return {
    promise,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
