import { snapshot } from '../json/snapshot.ts';
import { sortedJson } from '../json/sorted-json.ts';
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

/** How many calls are looked through one by one before an index is cheaper. */
const few = 8;

/** The calls under way, by (agent, instance, turn, id) (PAR-2). */
export class InFlightCalls {
  /** A step's worth of calls; keeping an index of so few would cost each of them more than looking through. */
  readonly #few: RunningCall[] = [];
  /** The rest, by id: ids nearly always differ. */
  readonly #many = new Map<string, RunningCall[]>();

  /** The running call with the same identity. */
  find(call: ToolCall, scope: ToolCallScope): RunningCall | undefined {
    for (let index = 0; index < this.#few.length; index += 1) {
      const running = this.#few[index];
      if (running !== undefined && isSameCall(running, call, scope)) return running;
    }
    if (this.#many.size === 0) return undefined;
    return this.#many.get(call.id)?.find((running) => isSameCall(running, call, scope));
  }

  /** Remembers a call until `remove`. */
  add(running: RunningCall): void {
    if (this.#few.length < few) {
      this.#few.push(running);
      return;
    }
    const { id } = running.call;
    const namesakes = this.#many.get(id);
    if (namesakes === undefined) this.#many.set(id, [running]);
    else namesakes.push(running);
  }

  /** Forgets a call. */
  remove(running: RunningCall): void {
    if (takeOut(this.#few, running)) return;
    const { id } = running.call;
    const namesakes = this.#many.get(id) ?? [];
    takeOut(namesakes, running);
    if (namesakes.length === 0) this.#many.delete(id);
  }
}

function isSameCall(running: RunningCall, call: ToolCall, scope: ToolCallScope): boolean {
  return (
    running.call.id === call.id &&
    running.scope.turnId === scope.turnId &&
    running.scope.instanceKey === scope.instanceKey &&
    running.scope.agentName === scope.agentName
  );
}

/** Removes one element; the order of the rest does not matter. */
function takeOut(list: RunningCall[], running: RunningCall): boolean {
  const index = list.indexOf(running);
  if (index < 0) return false;
  const last = list.pop();
  if (last !== undefined && last !== running) list[index] = last;
  return true;
}

/** Whether two calls of one identity ask for the same thing; if not, one of them carries an id that is taken. */
export function isSameRequest(left: ToolCall, right: ToolCall): boolean {
  if (left.name !== right.name) return false;
  if (left.args === right.args) return true;
  const [one, other] = [left, right].map(({ args }) => snapshot(args, argumentLimits));
  if (one?.status !== 'ok' || other?.status !== 'ok') return false;
  return sortedJson(one.value) === sortedJson(other.value);
}
