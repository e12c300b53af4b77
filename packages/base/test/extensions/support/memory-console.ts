/** A console whose lines are kept, each with its level. */
export interface MemoryConsole {
  readonly logger: Console;
  readonly lines: readonly { readonly level: string; readonly text: string }[];
}

/** Makes one. */
export function memoryConsole(): MemoryConsole {
  const lines: { level: string; text: string }[] = [];
  const keep =
    (level: string) =>
    (...parts: unknown[]): void =>
      void lines.push({ level, text: parts.map(String).join(' ') });
  const logger = {
    ...console,
    log: keep('log'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    debug: keep('debug'),
  };
  return { logger, lines };
}
