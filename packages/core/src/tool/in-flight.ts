import { snapshot } from '../json/snapshot.ts';
import { argumentLimits } from './arguments.ts';
import type { ToolCall } from './call.ts';
import type { ToolCallScope } from './context.ts';
import type { ToolResult } from './result.ts';

/** A call that has been accepted and has no result yet. */
export interface RunningCall {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly promise: Promise<ToolResult>;
}

/** The calls under way, by (agent, instance, turn, id) (PAR-2). */
export class InFlightCalls {
  // Ids alone nearly always differ: the rest is compared only among calls that share one.
  readonly #byId = new Map<string, RunningCall | RunningCall[]>();
  /** How many ids are shared; while there is none, each entry is one call. */
  #sharedIds = 0;

  /** The running call with the same identity. */
  find(call: ToolCall, scope: ToolCallScope): RunningCall | undefined {
    if (this.#byId.size === 0) return undefined;
    const found = this.#byId.get(call.id);
    if (found === undefined) return undefined;
    const candidates = Array.isArray(found) ? found : [found];
    return candidates.find(
      (running) =>
        running.scope.instanceKey === scope.instanceKey &&
        running.scope.turnId === scope.turnId &&
        running.scope.agentName === scope.agentName,
    );
  }

  /** Remembers a call until `remove`. */
  add(running: RunningCall): void {
    const { id } = running.call;
    const found = this.#byId.size === 0 ? undefined : this.#byId.get(id);
    if (found === undefined) this.#byId.set(id, running);
    else if (Array.isArray(found)) found.push(running);
    else {
      this.#sharedIds += 1;
      this.#byId.set(id, [found, running]);
    }
  }

  /** Forgets a call. */
  remove(running: RunningCall): void {
    const { id } = running.call;
    const found = this.#sharedIds === 0 ? undefined : this.#byId.get(id);
    if (!Array.isArray(found)) {
      this.#byId.delete(id);
      return;
    }
    found.splice(found.indexOf(running), 1);
    const [only, second] = found;
    if (only === undefined || second !== undefined) return;
    this.#sharedIds -= 1;
    this.#byId.set(id, only);
  }
}

/** Whether two calls of one identity ask for the same thing; if not, one of them carries an id that is taken. */
export function isSameRequest(left: ToolCall, right: ToolCall): boolean {
  if (left.name !== right.name) return false;
  if (left.args === right.args) return true;
  const [one, other] = [left, right].map(({ args }) => snapshot(args, argumentLimits));
  if (one?.status !== 'ok' || other?.status !== 'ok') return false;
  return JSON.stringify(one.value) === JSON.stringify(other.value);
}
