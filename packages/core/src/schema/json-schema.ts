import { isRecord } from '../json/json-value.ts';

/** A JSON Schema with its keywords, as a literal, from YAML or from a peer; whether it is a good one says `schemaProblems`. */
export type JsonSchemaObject = { readonly [keyword: string]: unknown };

/** A JSON Schema: `true` takes everything, `false` nothing. */
export type JsonSchema = boolean | JsonSchemaObject;

/** The items of a value that should be a list; none when it is not. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True when `value` has the outer form of a JSON Schema. Says nothing about its keywords. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isRecord(value);
}
