import { parseJson, type JsonValue } from '@goondan/core';

/** What a journal and a provider still take; the executor refuses deeper arguments, too. */
const deepest = 500;

/** The arguments of a call as parsed, or their text and why it could not be read. */
export interface ToolInput {
  readonly input: JsonValue;
  readonly malformed?: string;
}

/** Reads the arguments a model wrote. No text at all stands for no arguments. */
export function readToolInput(text: string): ToolInput {
  if (text.trim() === '') return { input: {} };
  try {
    const input = parseJson(text);
    if (text.length > deepest && isDeeper(input, deepest)) {
      return { input: text, malformed: `nested deeper than ${deepest} levels` };
    }
    return { input };
  } catch (thrown) {
    return { input: text, malformed: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Level by level: a walk by recursion would end at the depth it is meant to find. */
function isDeeper(value: JsonValue, levels: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
