import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject, JsonSchema, JsonValue } from '@goondan/core';
import { parseJson } from '@goondan/core/basics';
import { UsageError } from '../error/usage-error.ts';
import { readStdin } from '../input/read-stdin.ts';
import { propertySchema, typedValue } from './typed-value.ts';

/** What was typed as arguments of a call. */
export interface TypedArguments {
  /** JSON, `@file`, or `-` for stdin. */
  readonly argsJson: string | undefined;
  /** Each `key=value`; they are laid over the JSON. */
  readonly pairs: readonly string[];
  readonly cwd: string;
  readonly parameters: JsonSchema | undefined;
}

/** The arguments of a call. Throws `E_USAGE` when they are not an object or a pair is none. */
export async function callArguments(typed: TypedArguments): Promise<JsonObject> {
  const args = typed.argsJson === undefined ? {} : parsedObject(await textOf(typed.argsJson, typed.cwd));
  const pairs = typed.pairs.map((pair): [string, JsonValue] => {
    const { key, text } = splitPair(pair);
    return [key, typedValue(text, propertySchema(typed.parameters, key))];
  });
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) !== index);
  if (twice !== undefined) {
    throw new UsageError(
      `--arg ${twice[0]} is given twice`,
      'Write a list as JSON: --arg key=\'["a","b"]\'.',
    );
  }
  return { ...args, ...Object.fromEntries(pairs) };
}

async function textOf(given: string, cwd: string): Promise<string> {
  if (given === '-') return readStdin();
  if (!given.startsWith('@')) return given;
  const file = resolve(cwd, given.slice(1));
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--args-json ${given}: the file cannot be read`, `Looked for ${file}.`);
  });
}

function parsedObject(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--args-json is not JSON: ${reason}`, 'Give an object such as {"path":"notes.md"}.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError('--args-json is not an object', 'Give an object such as {"path":"notes.md"}.');
}

function splitPair(pair: string): { key: string; text: string } {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`--arg '${pair}' is not key=value`, "For example: --arg path='notes.md'.");
  return { key: pair.slice(0, at), text: pair.slice(at + 1) };
}
