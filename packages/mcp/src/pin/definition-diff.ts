import { isRecord, type JsonValue } from '@goondan/core';
import { visibleText } from './hidden-characters.ts';

/** One place in which two definitions differ; a side that has nothing there is left out. */
export interface DefinitionChange {
  /** JSON pointer. */
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** Every place in which two values differ, as deep as both are objects. */
export function definitionDiff(before: unknown, after: unknown, path = ''): DefinitionChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
    return keys.flatMap((key) => definitionDiff(before[key], after[key], `${path}/${escaped(key)}`));
  }
  return [{ path, ...side('before', before), ...side('after', after) }];
}

/** The changes as lines that begin with - and +; characters that nobody sees are written out. */
export function diffLines(changes: readonly DefinitionChange[]): string[] {
  return changes
    .flatMap(({ path, before, after }) => [
      ...(before === undefined ? [] : [`- ${path}: ${JSON.stringify(before)}`]),
      ...(after === undefined ? [] : [`+ ${path}: ${JSON.stringify(after)}`]),
    ])
    .map(visibleText);
}

function side<Name extends 'before' | 'after'>(name: Name, value: unknown): { [Key in Name]?: JsonValue } {
  const sides: { before?: JsonValue; after?: JsonValue } = isJson(value) ? { [name]: value } : {};
  return sides;
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
