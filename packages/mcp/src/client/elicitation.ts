import { isRecord, type JsonObject, type JsonValue } from '@goondan/core';
import type { ElicitResult } from '@modelcontextprotocol/client';

/** What a person is shown of what a server wants to know. */
export function questionAbout(server: string, params: unknown): JsonObject {
  const { message, requestedSchema, url } = isObject(params) ? params : {};
  return {
    server,
    message: typeof message === 'string' ? message : 'The server wants to know something.',
    ...(isObject(requestedSchema) ? { schema: requestedSchema } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    answers:
      typeof url === 'string'
        ? 'open the address, then answer "accept"; or "decline"'
        : 'an object that fits the schema, or "decline"',
  };
}

/** What the server is told of a person's answer: an object is agreement, one word to a single field is its value, and nothing is no. */
export function elicitResultOf(answer: JsonValue, params: unknown): ElicitResult {
  if (answer === null || answer === false || answer === 'decline' || answer === 'cancel')
    return { action: answer === 'cancel' ? 'cancel' : 'decline' };
  if (isObject(answer)) {
    const { action, content } = answer;
    if (action === 'accept' || action === 'decline' || action === 'cancel')
      return { action, ...(isObject(content) ? { content: fields(content) } : {}) };
    return { action: 'accept', content: fields(answer) };
  }
  const [only, ...others] = fieldNames(params);
  if (only !== undefined && others.length === 0 && !Array.isArray(answer))
    return { action: 'accept', content: { [only]: answer } };
  return answer === 'accept' || answer === true ? { action: 'accept', content: {} } : { action: 'decline' };
}

type Content = NonNullable<ElicitResult['content']>;

/** Forms are flat: what is no leaf, nor a list of texts, cannot be sent. */
function fields(answer: JsonObject): Content {
  const entries = Object.entries(answer).flatMap(([name, value]): [string, Content[string]][] => {
    if (Array.isArray(value)) return [[name, value.filter((one) => typeof one === 'string')]];
    return value === null || typeof value === 'object' ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function fieldNames(params: unknown): string[] {
  const schema = isObject(params) ? params['requestedSchema'] : undefined;
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}

function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}
