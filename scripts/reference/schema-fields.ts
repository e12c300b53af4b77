import { isRecord } from '@goondan/core';

/** A field of a resource. */
export interface Field {
  /** Such as `spec.tools[].name`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** As it would be written; empty where there is none. */
  readonly fallback: string;
  readonly description: string;
}

/** Every field that a JSON Schema of an object knows, nested ones by their path; of alternatives the fields of all. Refs are one field. */
export function fieldsOf(schema: unknown, prefix = ''): Field[] {
  if (!isRecord(schema)) return [];
  if (isRef(schema)) return fieldsOfRef(schema, prefix);
  const { properties, required, items, anyOf, oneOf } = schema;
  const own = isRecord(properties) ? Object.entries(properties) : [];
  const isAsked = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const found = [
    ...own.flatMap(([name, property]) => [
      fieldOf(`${prefix}${name}`, property, isAsked(name)),
      ...fieldsOf(property, `${prefix}${name}.`),
    ]),
    ...(items === undefined ? [] : fieldsOf(items, `${prefix.replace(/\.$/, '')}[].`)),
    ...[anyOf, oneOf].flatMap((members) =>
      Array.isArray(members) ? members.flatMap((member) => alternative(member, prefix)) : [],
    ),
  ];
  return [...new Map(found.toReversed().map((field) => [field.path, field])).values()].toReversed();
}

/** What one of several alternatives asks for is not asked for by all. */
function alternative(schema: unknown, prefix: string): Field[] {
  return fieldsOf(schema, prefix).map((field) => ({ ...field, isRequired: false }));
}

/** Whether a place takes a ref: one way to write it is `Kind/name`. */
function isRef({ anyOf }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(anyOf) && anyOf.some((member) => typeOf(member) === '`Kind/name`');
}

/** Whether a plain name is a ref too. */
function hasPlainName(anyOf: unknown): boolean {
  return Array.isArray(anyOf) && anyOf.some((member) => typeOf(member) === 'string');
}

/** Beside what every ref has, some carry a config. */
function fieldsOfRef({ anyOf }: Readonly<Record<string, unknown>>, prefix: string): Field[] {
  const members: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const fields = members.flatMap((member) =>
    isRecord(member) && !isRef(member) ? alternative(member, prefix) : [],
  );
  return fields.filter(({ path }) => path === `${prefix}config`).slice(0, 1);
}

function fieldOf(path: string, schema: unknown, isRequired: boolean): Field {
  const text = isRecord(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
  const [sentence = '', told = ''] = /\s*\bDefault ([\w./<>-]*[\w>])(?:\.$|(?=;))/.exec(text) ?? [];
  const stated: unknown = isRecord(schema) ? schema['default'] : undefined;
  return {
    path,
    type: typeOf(schema),
    isRequired,
    fallback: stated === undefined ? told : JSON.stringify(stated),
    description: sentence.endsWith('.') ? text.replace(sentence, '').trim() : text,
  };
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return 'anything';
  const { type, enum: values, const: value, items, anyOf, oneOf, additionalProperties } = schema;
  if (Array.isArray(values)) return values.map((one) => `\`${String(one)}\``).join(' or ');
  if (value !== undefined) return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
  if (isRef(schema)) return hasPlainName(anyOf) ? 'ref or name' : 'ref';
  const members: unknown = anyOf ?? oneOf;
  if (Array.isArray(members)) return [...new Set(members.map(typeOf))].join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  if (type === 'object' && isRecord(additionalProperties) && !isRecord(schema['properties']))
    return `map of ${typeOf(additionalProperties)}`;
  if (type === 'string' && schema['pattern'] !== undefined && schema['description'] === 'Kind/name')
    return '`Kind/name`';
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything';
  return `${name}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum }: Readonly<Record<string, unknown>>): string {
  const largest = 2_147_483_647;
  const least = typeof minimum === 'number' && minimum > -largest ? minimum : undefined;
  const most = typeof maximum === 'number' && maximum < largest ? maximum : undefined;
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` ≥ ${least}`;
  return least === undefined ? ` ≤ ${most}` : ` ${least}–${most}`;
}
