import { GoondanError, type JsonValue } from '@goondan/core';

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;
const onlyPlaceholder = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** Fills `{{path.to.value}}` in every text of a template. A text that is nothing but one placeholder becomes the value itself. */
export function fillTemplate(template: JsonValue, values: Readonly<Record<string, unknown>>): JsonValue {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, fillTemplate(item, values)]));
}

function fillText(text: string, values: Readonly<Record<string, unknown>>): JsonValue {
  const path = onlyPlaceholder.exec(text)?.[1];
  if (path !== undefined) return asJson(valueAt(values, path));
  return text.replace(placeholder, (_whole, inner: string) => asText(valueAt(values, inner)));
}

function valueAt(values: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = values;
  for (const key of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere)
      throw new GoondanError('E_MODEL_SCRIPT', `The template {{${path}}} names something that is not there.`);
    value = Reflect.get(Object(value), key);
  }
  return value;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Values come from JSON: the conversation, or a match of it. */
function asJson(value: unknown): JsonValue {
  return isJson(value) ? value : asText(value);
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
