/** A JSON Schema, as far as we write it. */
export type OutputSchema = Readonly<Record<string, unknown>>;

/** Any text. */
export const text: OutputSchema = { type: 'string' };
/** Any number. */
export const number: OutputSchema = { type: 'number' };
/** A whole number, at least 0. */
export const count: OutputSchema = { type: 'integer', minimum: 0 };
/** True or false. */
export const flag: OutputSchema = { type: 'boolean' };
/** Any JSON. */
export const any: OutputSchema = {};
/** A JSON Schema, or any object. */
export const anyObject: OutputSchema = { type: 'object' };
/** A time as ISO 8601 says it. */
export const time: OutputSchema = { type: 'string', format: 'date-time' };

/** One of these texts. */
export function oneOf(...values: readonly string[]): OutputSchema {
  return { enum: values };
}

/** Fits one of them at least. */
export function either(...schemas: readonly OutputSchema[]): OutputSchema {
  return { anyOf: schemas };
}

/** It, or null. */
export function orNull(schema: OutputSchema): OutputSchema {
  return either(schema, { type: 'null' });
}

/** A list of them. */
export function list(items: OutputSchema): OutputSchema {
  return { type: 'array', items };
}

/** An object with these fields and, where they are given, the optional ones; no other. */
export function object(
  fields: Readonly<Record<string, OutputSchema>>,
  optional: Readonly<Record<string, OutputSchema>> = {},
): OutputSchema {
  return {
    type: 'object',
    properties: { ...fields, ...optional },
    required: Object.keys(fields),
    additionalProperties: false,
  };
}
