import type { JsonValue } from '@goondan/core';
import { codedError, errorResult } from '@goondan/core/basics';
import * as shape from '../../../shape/shape.ts';
import type { StreamChange } from '../../../storage/record-log.ts';
import type { AgentJournal } from '../agent-journal.ts';

const busySchema = shape.object({
  turnId: shape.string(),
  entry: shape.string(),
  toolCallId: shape.string(),
  toolName: shape.string(),
  timeoutMs: shape.number().nullable(),
});
const freeSchema = shape.object({ turnId: busySchema.fields.turnId, entry: busySchema.fields.entry });

interface BusyCall extends shape.Infer<typeof busySchema> {
  /** When its time is over, by the clock that nobody puts forward or back. */
  readonly deadline: number;
}

/** A call that takes its process down so often is not tried again. */
const mostCrashes = 3;

/** The calls whose handlers run in one process, so that when it must be killed or dies we know which. */
export class BusyCalls {
  readonly #calls = new Map<string, BusyCall>();
  readonly #crashes = new Map<string, number>();

  /** A handler is about to start. */
  begin(params: JsonValue): void {
    const call = busySchema.parse(params);
    this.#calls.set(keyOf(call), { ...call, deadline: performance.now() + (call.timeoutMs ?? Infinity) });
  }

  /** A handler has ended. */
  end(params: JsonValue): void {
    const key = keyOf(freeSchema.parse(params));
    this.#calls.delete(key);
    this.#crashes.delete(key);
  }

  /** Their process was ended on purpose: nothing is known of them. */
  forget(): void {
    this.#calls.clear();
  }

  /** True when some call should have ended by now. */
  isAnyLate(): boolean {
    const now = performance.now();
    return this.#calls.values().some(({ deadline }) => deadline < now);
  }

  /**
   * Writes down what is known of the calls their process took with it: those past their limit timed out, and those that took it
   * down again and again are given up. Every other is left to the turn. The journal must be nobody's.
   */
  async settle(journalOf: () => AgentJournal, wasBlocked: boolean): Promise<void> {
    const known = this.#judge(performance.now(), wasBlocked);
    if (known.length === 0) return;
    const journal = journalOf();
    const changes = known.flatMap(({ call, result }): StreamChange[] => {
      if (journal.entriesOf(call.turnId).has(call.entry)) return [];
      const value = { result, state: [], at: Date.now() };
      return [{ stream: `t/${call.turnId}`, records: [{ name: call.entry, value }] }];
    });
    await journal.write(changes);
  }

  #judge(now: number, wasBlocked: boolean): { readonly call: BusyCall; readonly result: JsonValue }[] {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    const late = wasBlocked ? calls.filter(({ deadline }) => deadline < now) : [];
    // Those that merely ran beside it have done nothing.
    if (late.length > 0) return late.map((call) => ({ call, result: timedOut(call) }));
    return calls.flatMap((call) => {
      const key = keyOf(call);
      const crashes = (this.#crashes.get(key) ?? 0) + 1;
      this.#crashes.set(key, crashes);
      if (crashes < mostCrashes) return [];
      this.#crashes.delete(key);
      return [{ call, result: gaveUp(call, crashes) }];
    });
  }
}

function keyOf({ turnId, entry }: { readonly turnId: string; readonly entry: string }): string {
  return `${turnId}/${entry}`;
}

function timedOut({ toolCallId, toolName, timeoutMs }: BusyCall): JsonValue {
  const message = `${toolName} blocked its process longer than ${timeoutMs} ms; the process was ended.`;
  return plainResult(toolCallId, toolName, { code: 'E_TOOL_TIMEOUT', message });
}

function gaveUp({ toolCallId, toolName }: BusyCall, crashes: number): JsonValue {
  const message = `${toolName} took its process down ${crashes} times; it is not started again.`;
  return plainResult(toolCallId, toolName, { code: 'E_TOOL_OUTCOME_UNKNOWN', message });
}

function plainResult(
  id: string,
  name: string,
  { code, message }: { code: 'E_TOOL_TIMEOUT' | 'E_TOOL_OUTCOME_UNKNOWN'; message: string },
): JsonValue {
  const { error, ...result } = errorResult({ id, name, args: {} }, codedError(code, message));
  return { ...result, error: { ...error } };
}
