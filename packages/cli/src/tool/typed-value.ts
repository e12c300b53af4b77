import type { JsonSchema, JsonValue } from '@goondan/core';
import { isRecord, parseJson } from '@goondan/core/basics';

/**
 * What `text` means to a parameter of this schema: a number, boolean, null, list or object where the schema takes one and
 * the text is one, else the text itself. What does not fit is left to the tool's own check, which says why.
 */
export function typedValue(text: string, schema: unknown): JsonValue {
  const types = typesOf(schema);
  const parsed = parsedOrUndefined(text);
  if (parsed === undefined || typeof parsed === 'string') return text;
  const type = typeOf(parsed);
  if (types.has(type) || (type === 'number' && types.has('integer'))) return parsed;
  return text;
}

/** The schema of the parameter `name`, where the tool's schema says one. */
export function propertySchema(parameters: JsonSchema | undefined, name: string): unknown {
  const properties = isRecord(parameters) ? parameters['properties'] : undefined;
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The types a schema takes, as far as it says so in `type`, its values or its branches. */
function typesOf(schema: unknown): ReadonlySet<string> {
  if (!isRecord(schema)) return new Set();
  const named = [schema['type']].flat().filter((type) => typeof type === 'string');
  const valued = [...listOf(schema['enum']), ...('const' in schema ? [schema['const']] : [])].map(typeOf);
  const branches = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].flatMap((branch) => [
    ...typesOf(branch),
  ]);
  return new Set([...named, ...valued, ...branches]);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function parsedOrUndefined(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
