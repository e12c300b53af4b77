import type { ToolContext, ToolRuntime } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';

/** The longest wait: thirty days. */
export const longestWaitMs = 30 * 86_400_000;

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const withoutOffset = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?$/i;

/** The milliseconds of both units together. Throws when that is longer than a wait can be. */
export function wholeWait(args: {
  readonly seconds?: number | undefined;
  readonly ms?: number | undefined;
}): number {
  const total = Math.round((args.seconds ?? 0) * 1000) + (args.ms ?? 0);
  if (total <= longestWaitMs) return total;
  throw invalid(`seconds and ms together are ${total} ms, more than 30 days.`, tooLong);
}

/** The moment a text names, seen from when it was asked for. Throws when it names none, has passed or is too far away. */
export function momentOf(time: string, asked: Date): Date {
  if (withoutOffset.test(time)) {
    const example = `${time.slice(0, 10)}T${time.slice(11) === '' ? '09:00:00' : time.slice(11)}+09:00`;
    throw invalid(`${quoted(time)} does not say in which time zone.`, `Add the offset: ${example}.`);
  }
  const moment = new Date(form.test(time) ? time : Number.NaN);
  if (Number.isNaN(moment.getTime()) || !isOfCalendar(time)) {
    const now = asked.toISOString().slice(0, 19);
    throw invalid(
      `${quoted(time)} is no moment.`,
      `Write it in the form of ${now}Z, which is when you asked.`,
    );
  }
  const away = moment.getTime() - asked.getTime();
  if (away <= 0) {
    const past = `${quoted(time)} has passed: it was ${asked.toISOString()} when you asked.`;
    throw invalid(past, 'Give a later moment, or go on without waiting.');
  }
  if (away > longestWaitMs) throw invalid(`${quoted(time)} is more than 30 days away.`, tooLong);
  return moment;
}

/** The runtime, or an error that says that nothing here can wait. */
export function requireRuntime({ runtime }: ToolContext): ToolRuntime {
  if (runtime !== undefined) return runtime;
  throw new GoondanError('E_TOOL', 'Nothing can wait here: this tool needs a running swarm.', {
    suggestion: 'Call it in a turn of an agent, or with gdn tool call.',
  });
}

const tooLong =
  'Wait 30 days at the most. For something later, wait in parts: call the tool again after the first.';

/** False for the 30th of February, which Date takes for the 2nd of March. */
function isOfCalendar(time: string): boolean {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

function invalid(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_TOOL_INVALID_ARGS', message, { suggestion });
}

function quoted(time: string): string {
  return JSON.stringify(time);
}
