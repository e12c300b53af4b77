import { defineTool } from '@goondan/core/basics';
import { sleepInSlices } from './sleep-in-slices.ts';
import { longestWaitMs, momentOf, requireRuntime, wholeWait } from './wait-length.ts';

const output = {
  type: 'object',
  properties: {
    waitedMs: { type: 'number', description: 'How long the wait was to take, in milliseconds.' },
  },
  required: ['waitedMs'],
  additionalProperties: false,
} as const;

/** Waits for a length of time, also across a restart. */
export const waitFor = defineTool({
  name: 'wait__for',
  description:
    'Waits for a while, up to 30 days, then goes on: before asking again for something that is not ready yet. Give seconds ' +
    'or ms, or both to add them. The wait survives a restart and blocks nothing else. To wait for another agent use agents__request instead.',
  annotations: { orchestrates: true, readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      seconds: {
        type: 'number',
        minimum: 0,
        maximum: longestWaitMs / 1000,
        description: 'How many seconds to wait, with fractions: 0.5, 90, 86400 for a day.',
      },
      ms: {
        type: 'integer',
        minimum: 0,
        maximum: longestWaitMs,
        description: 'How many milliseconds to wait.',
      },
    },
    minProperties: 1,
    additionalProperties: false,
    examples: [{ seconds: 30 }],
  },
  output,
  async handler(ctx, args) {
    const runtime = requireRuntime(ctx);
    const waitedMs = wholeWait(args);
    await sleepInSlices(runtime, waitedMs, (left) => left);
    return { waitedMs };
  },
});

/** Waits until a moment, also across a restart. */
export const waitUntil = defineTool({
  name: 'wait__until',
  description:
    'Waits until a moment in the next 30 days, then goes on. Give it with its offset from UTC, such as 2027-01-31T09:00:00+09:00 ' +
    'or 2027-01-31T00:00:00Z. The wait survives a restart; a moment that passes meanwhile ends it at once.',
  annotations: { orchestrates: true, readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      time: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: 'The moment in ISO 8601 with an offset: 2027-01-31T09:00:00+09:00, or Z for UTC.',
      },
    },
    required: ['time'],
    additionalProperties: false,
    examples: [{ time: '2027-01-31T09:00:00+09:00' }],
  },
  output: {
    type: 'object',
    properties: {
      time: { type: 'string', description: 'The moment that has come, in UTC.' },
      ...output.properties,
    },
    required: ['time', 'waitedMs'],
    additionalProperties: false,
  },
  async handler(ctx, { time }) {
    const runtime = requireRuntime(ctx);
    const moment = momentOf(time, ctx.message.createdAt);
    // Counted from when the model asked: that is the same when the turn is taken up again, the clock is not.
    const waitedMs = moment.getTime() - ctx.message.createdAt.getTime();
    await sleepInSlices(runtime, waitedMs, () => moment.getTime() - Date.now());
    return { time: moment.toISOString(), waitedMs };
  },
});
