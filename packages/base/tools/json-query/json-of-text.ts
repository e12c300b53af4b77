import type { JsonValue } from '@goondan/core';
import { JobFailure } from '../../contained/job.ts';
import { jsonMistake } from './json-mistake.ts';

/** The JSON of a text, or the list of its lines where each is JSON. Throws with line and column of the first mistake. */
export function jsonOfText(text: string, name: string): JsonValue {
  try {
    return parsed(text);
  } catch {
    return linesOf(text) ?? fail(text, name);
  }
}

function parsed(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  if (isJson(value)) return value;
  throw new SyntaxError('not JSON');
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

function linesOf(text: string): JsonValue[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  try {
    return lines.map(parsed);
  } catch {
    return undefined;
  }
}

function fail(text: string, name: string): never {
  if (text.trim() === '') {
    throw new JobFailure('E_TOOL_INVALID_ARGS', `${name} is empty.`, 'Give JSON, such as {"a": 1}.');
  }
  const { position, expected, found } = jsonMistake(text);
  const before = text.slice(0, position).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const advice =
    found === "'"
      ? 'Write texts and names in double quotes: JSON has no single ones.'
      : found === '/' || found === '#'
        ? 'Take the comments out: JSON has none.'
        : 'Correct it there, or pass the value itself as json.';
  const what = found === '' ? 'the end of the text' : JSON.stringify(found);
  throw new JobFailure(
    'E_TOOL_INVALID_ARGS',
    `${name} is no JSON: ${place}: expected ${expected}, got ${what}.`,
    advice,
  );
}
