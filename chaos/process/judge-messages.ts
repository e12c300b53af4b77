import { groupBy } from '../turn/group-by.ts';
import type { Act, End, ProcessEvidence } from './evidence.ts';
import { answerOf, errandOf, jobResult, tokenOf, type Errand, type Place } from './load.ts';

/** How much agents had to do with one another. */
export interface MessageCounts {
  readonly requests: number;
  readonly messages: number;
  readonly handoffs: number;
  readonly jobs: number;
}

interface MessageFindings {
  readonly counts: MessageCounts;
  /** Taken in, and nobody has heard of it. */
  readonly lost: readonly string[];
  readonly violations: readonly string[];
}

/** Every answer reaches who asked for it, every message, handoff and job its conversation, once, and in order. */
export function judgeMessages(evidence: ProcessEvidence): MessageFindings {
  const told = new Map(evidence.ends.map((end) => [end.turnId, end]));
  const notes = evidence.acts.filter(({ kind, note }) => kind === 'start' && note !== undefined);
  const byHandle = groupBy(notes, ({ handle = '' }) => handle);
  const byNote = groupBy(notes, ({ note = '' }) => note);
  const errands = evidence.accepted.flatMap((place) => {
    const end = told.get(place.turnId);
    return end === undefined ? [] : [{ place, end, errand: errandOf(place) }];
  });
  const lost: string[] = [];
  const violations: string[] = [];
  const arrived = (what: string, lines: readonly Act[], where: string | undefined, says: string): void => {
    const calls = new Map(lines.map((line) => [`${line.turnId} ${line.toolCallId}`, line]));
    if (calls.size === 0) lost.push(`${what} never arrived.`);
    if (calls.size > 1) violations.push(`${what} arrived ${calls.size} times.`);
    for (const { instanceKey, note = '' } of calls.values()) {
      if (where !== undefined && instanceKey !== where) violations.push(`${what} arrived at ${instanceKey}.`);
      if (!note.includes(says)) violations.push(`${what} arrived as ${note}.`);
    }
  };
  for (const { place, end, errand } of errands) {
    const what = `${errand} ${tokenOf(place)} (turn ${place.turnId})`;
    violations.push(...refused(what, end), ...wrongAnswer(what, place, end));
    if (errand === 'tell') {
      const says = `told ${tokenOf(place)}`;
      arrived(what, byNote.get(says) ?? [], undefined, says);
    }
    for (const { name, handle } of end.calls) {
      if (handle === undefined) continue;
      const says = name === 'acts__job' ? jobResult(handle) : `did ${tokenOf(place)}`;
      arrived(`The end of ${what}`, byHandle.get(handle) ?? [], place.instanceKey, says);
    }
  }
  violations.push(...outOfOrder(byNote));
  const count = (...which: Errand[]): number => errands.filter(({ errand }) => which.includes(errand)).length;
  const counts = {
    requests: count('ask', 'relay'),
    messages: count('tell'),
    handoffs: count('hand'),
    jobs: count('job'),
  };
  return { counts, lost, violations };
}

/** What agents ask of one another is taken up again however often it is cut off. */
function refused(what: string, { calls }: End): string[] {
  return calls.flatMap(({ name, status, code = '' }) =>
    name.startsWith('agents__') && status === 'error' ? [`${what} ended ${code}.`] : [],
  );
}

function wrongAnswer(what: string, place: Place, { output }: End): string[] {
  const expected = answerOf(place);
  return expected === undefined || output === expected
    ? []
    : [`${what} was answered ${JSON.stringify(output ?? null)}.`];
}

/** What one conversation tells another arrives in the order it was told. */
function outOfOrder(byNote: ReadonlyMap<string, readonly Act[]>): string[] {
  const latest = new Map<string, number>();
  return [...byNote].flatMap(([note, [first]]) => {
    const [, sender, sequence] = /^told (\S+):(\d+)$/.exec(note) ?? [];
    if (first === undefined || sender === undefined) return [];
    const pair = `${sender} to ${first.instanceKey}`;
    const before = latest.get(pair) ?? -1;
    latest.set(pair, Number(sequence));
    return Number(sequence) < before ? [`Message ${sequence} from ${pair} came after ${before}.`] : [];
  });
}
