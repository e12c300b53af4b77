import { isRecord } from '@goondan/core';

interface Row {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A Markdown table of what a JSON Schema of an object asks for, nested properties by their path. */
export function schemaTable(schema: unknown): string[] {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return ['Nothing.'];
  return [
    '| name | type | | |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ path, type, isRequired, description }) =>
        `| \`${path}\` | ${type} | ${isRequired ? 'required' : ''} | ${cell(description)} |`,
    ),
  ];
}

function rowsOf(schema: unknown, prefix: string): Row[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(schema) || !isRecord(properties)) return [];
  const required: unknown = schema['required'];
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const isRequired = Array.isArray(required) && required.includes(name);
    const items = isRecord(property) ? property['items'] : undefined;
    return [
      { path, type: typeOf(property), isRequired, description: descriptionOf(property) },
      ...rowsOf(property, `${path}.`),
      ...rowsOf(items, `${path}[].`),
    ];
  });
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return 'anything';
  const { type, enum: values, const: value, items, anyOf, oneOf } = schema;
  if (Array.isArray(values)) return values.map((one) => `\`${JSON.stringify(one)}\``).join(' or ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  const members: unknown = anyOf ?? oneOf;
  if (Array.isArray(members)) return [...new Set(members.map(typeOf))].join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything';
}

function descriptionOf(schema: unknown): string {
  if (!isRecord(schema)) return '';
  const { description, minimum, maximum, maxLength, default: fallback } = schema;
  const bounds = [
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
    ...(typeof maxLength === 'number' ? [`at most ${maxLength} characters`] : []),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ].join(', ');
  const text = typeof description === 'string' ? description : '';
  return bounds === '' ? text : `${text} (${bounds})`.trim();
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
