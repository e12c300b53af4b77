import type { JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import type { McpInputRequests } from '@goondan/mcp';

type Asked = Extract<McpInputRequests[string], { method: 'elicitation/create' }>['params'];

/** What a person can be asked to fill in. */
export type Form = Extract<Asked, { requestedSchema: unknown }>['requestedSchema'];

const oneText: Form = {
  type: 'object',
  properties: { answer: { type: 'string', title: 'Answer' } },
  required: ['answer'],
};

const fieldTypes = new Set(['string', 'number', 'integer', 'boolean', 'array']);

/** What a handler wants to know, for a person at a client: in its own form where clients know such forms, else in a text. */
export function questionForm(question: JsonValue): { readonly message: string; readonly schema: Form } {
  if (!isRecord(question)) return { message: JSON.stringify(question), schema: oneText };
  const { message, schema, url } = question;
  const said = typeof message === 'string' ? message : JSON.stringify(question);
  return {
    message: typeof url === 'string' ? `${said}\n${url}` : said,
    schema: isForm(schema) ? schema : oneText,
  };
}

/** Forms are flat. */
function isForm(schema: unknown): schema is Form {
  if (!isRecord(schema) || schema['type'] !== 'object' || !isRecord(schema['properties'])) return false;
  return Object.values(schema['properties']).every(
    (field) => isRecord(field) && typeof field['type'] === 'string' && fieldTypes.has(field['type']),
  );
}
