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

  /** The running call with the same identity. */
  find(call: ToolCall, scope: ToolCallScope): RunningCall | undefined {
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
    const found = this.#byId.get(id);
    if (found === undefined) this.#byId.set(id, running);
    else this.#byId.set(id, Array.isArray(found) ? [...found, running] : [found, running]);
  }

  /** Forgets a call. */
  remove(running: RunningCall): void {
    const { id } = running.call;
    const found = this.#byId.get(id);
    if (found === running) this.#byId.delete(id);
    if (!Array.isArray(found)) return;
    const [only, ...others] = found.filter((other) => other !== running);
    if (only === undefined) this.#byId.delete(id);
    else this.#byId.set(id, others.length === 0 ? only : [only, ...others]);
  }
}

/** Whether two calls of one identity ask for the same thing; if not, one of them carries an id that is taken. */
export function isSameRequest(left: ToolCall, right: ToolCall): boolean {
  if (left.name !== right.name) return false;
  try {
    return left.args === right.args || JSON.stringify(left.args) === JSON.stringify(right.args);
  } catch {
    return false;
  }
}
