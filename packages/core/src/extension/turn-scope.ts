import { AsyncLocalStorage } from 'node:async_hooks';
import { GoondanError } from '../error/goondan-error.ts';
import type { JsonValue } from '../json/json-value.ts';

/** What of a running turn its extensions reach. */
export interface TurnScope {
  getState(extensionName: string, key: string): Promise<JsonValue | undefined>;
  setState(extensionName: string, key: string, value: JsonValue): Promise<void>;
}

const current = new AsyncLocalStorage<TurnScope>();

/** Runs a turn: what it calls, however deep and late, finds its scope. */
export function runInTurn<Result>(scope: TurnScope, run: () => Result): Result {
  return current.run(scope, run);
}

/** The scope of the running turn. Throws outside one. */
export function currentTurn(extensionName: string): TurnScope {
  const scope = current.getStore();
  if (scope !== undefined) return scope;
  throw new GoondanError('E_EXTENSION_STATE', `Extension '${extensionName}' used its state outside a turn.`);
}
