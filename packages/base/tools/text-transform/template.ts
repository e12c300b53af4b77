import type { JsonValue } from '@goondan/core';
import { defineTool, isRecord, nearest } from '@goondan/core/basics';
import { annotations, invalid, textInput } from './text-input.ts';

/** Fills values into a text. */
export const template = defineTool({
  name: 'text-transform__template',
  description:
    'Fills values into a text: {{name}}, {{user.name}} and {{items.0}} become what values has there; a list or object becomes JSON. ' +
    'Write {{{{ for two braces that are meant as such. Each name must be in values.',
  annotations,
  input: {
    type: 'object',
    properties: {
      template: textInput('The text with {{names}} in it.'),
      values: { type: 'object', description: 'What the names stand for.' },
    },
    required: ['template', 'values'],
    additionalProperties: false,
    examples: [
      {
        template: 'Dear {{user.name}}, you have {{count}} messages.',
        values: { user: { name: 'Kim' }, count: 3 },
      },
    ],
  },
  output: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text with the values.' } },
    required: ['text'],
    additionalProperties: false,
  },
  handler: (_ctx, { template: text, values }) => ({
    text: text.replaceAll(/\{\{\{\{|\{\{([^{}]*)\}\}/g, (whole, path?: string) =>
      path === undefined ? '{{' : textAt(values, path.trim(), whole),
    ),
  }),
});

function textAt(values: JsonValue, path: string, whole: string): string {
  if (path === '') throw invalid(`${whole} names nothing.`, 'Write a name between the braces.');
  let value: JsonValue = values;
  for (const key of path.split('.')) {
    const inner = memberOf(value, key);
    if (inner === undefined) throw missing(value, key, whole);
    value = inner;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function missing(value: JsonValue, key: string, whole: string): Error {
  const known = Array.isArray(value) ? [] : isRecord(value) ? Object.keys(value) : [];
  const close = nearest(key, known);
  const there = Array.isArray(value) ? `a list of ${value.length}, counted from 0` : known.join(', ');
  const advice =
    close !== undefined
      ? `Did you mean ${close}?`
      : there === ''
        ? 'There are no names at this place of values.'
        : `At this place values has ${there.slice(0, 300)}.`;
  return invalid(`${whole}: values has no ${key} there.`, advice);
}
