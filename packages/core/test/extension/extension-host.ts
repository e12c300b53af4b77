import { EventBus, Pipeline, ToolRegistry, type ExtensionHost } from '../../src/index.ts';

/** A host of its own for a test, with the lines its logger was given. */
export interface TestHost extends ExtensionHost {
  readonly lines: string[];
}

/** Real registry, pipeline and event bus; only the console is replaced. */
export function testHost(): TestHost {
  const lines: string[] = [];
  const record = (...parts: unknown[]): void => void lines.push(parts.map(String).join(' '));
  const logger: Console = {
    ...console,
    debug: record,
    info: record,
    log: record,
    warn: record,
    error: record,
  };
  return {
    registry: new ToolRegistry(),
    pipeline: new Pipeline(),
    events: new EventBus(logger),
    logger,
    lines,
  };
}

/** Calls a method as untyped code would. */
export function callLoosely(target: object, method: string, args: readonly unknown[]): void {
  const found: unknown = Reflect.get(target, method);
  if (typeof found !== 'function') throw new Error(`there is no method ${method}`);
  Reflect.apply(found, target, args);
}
