/** What no one has caught in this process since it was last asked. */
export interface Uncaught {
  /** Throws the first of it, if there is any. */
  check(): void;
}

/** Catches what would end the process, so that the case it came from can be told. */
export function watchUncaught(): Uncaught {
  const thrown: unknown[] = [];
  process.on('uncaughtException', (error) => void thrown.push(error));
  process.on('unhandledRejection', (reason) => void thrown.push(reason));
  return {
    check() {
      const [first] = thrown.splice(0);
      if (first === undefined) return;
      throw new Error('something was thrown that nobody caught, in this case or the one before', {
        cause: first,
      });
    },
  };
}
