import { isRecord } from '../json/json-value.ts';
import { equalsKeyword } from './ajv-form.ts';
import { memberOf, pointerKeys } from '../json/json-pointer.ts';
import { isJsonSchema, listOf, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';
import { unmarked } from './mark-branches.ts';
import { cut, previewExpected } from './preview.ts';

const deepest = 4;
const mostProperties = 20;
const mostAlternatives = 10;
const longestShape = 600;
const mostSchemas = 500;

/** A schema inside `root`, where `#/…` points, as a reader wants it: `{"path": string, "maxBytes"?: number}`. */
export function shapeOf(schema: unknown, root: JsonSchema): string {
  return cut(shapeAt(schema, { root, depth: 0, budget: { left: mostSchemas } }), longestShape);
}

/** What a local reference (`#`, `#/$defs/a`) names in `root`, or undefined. */
export function localTarget(reference: unknown, root: JsonSchema): JsonSchema | undefined {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const target = pointerKeys(reference.slice(1)).reduce<unknown>(memberOf, root);
  return isJsonSchema(target) ? target : undefined;
}

interface Context {
  readonly root: JsonSchema;
  readonly depth: number;
  /** Shared by the whole walk, for references can multiply. */
  readonly budget: { left: number };
}

function shapeAt(schema: unknown, { root, depth, budget }: Context): string {
  if (schema === false) return 'never';
  if (!isRecord(schema)) return 'any';
  budget.left -= 1;
  if (depth > deepest || budget.left < 0) return '…';
  const inner = { root, depth: depth + 1, budget };
  if (Object.hasOwn(schema, 'const')) return previewExpected(schema['const']);
  const values = schema['enum'] ?? schema[equalsKeyword];
  if (Array.isArray(values)) return values.length === 0 ? 'never' : union(values.map(previewExpected));
  if (schema['$ref'] !== undefined) return shapeAt(localTarget(schema['$ref'], root), inner);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return union(unmarked(branches).map((branch) => shapeAt(branch, inner)));
  const { type = impliedType(schema) } = schema;
  if (Array.isArray(type)) return union(type.map((name) => shapeOfType(name, schema, inner)));
  if (type !== undefined) return shapeOfType(type, schema, inner);
  const parts = listOf(schema['allOf']).map((part) => shapeAt(part, inner));
  return joinParts(parts.filter((part) => part !== 'any'));
}

function joinParts(parts: readonly string[]): string {
  return parts.length === 0 ? 'any' : [...new Set(parts)].join(' & ');
}

function impliedType(schema: JsonSchemaObject): string | undefined {
  if (isRecord(schema['properties']) || Array.isArray(schema['required'])) return 'object';
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? undefined : 'array';
}

function shapeOfType(type: unknown, schema: JsonSchemaObject, context: Context): string {
  if (type === 'object') return objectShape(schema, context);
  return type === 'array' ? arrayShape(schema, context) : String(type);
}

function objectShape(schema: JsonSchemaObject, context: Context): string {
  const properties = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {});
  const required = listOf(schema['required']);
  const undeclared = required.filter((name) => !properties.some(([key]) => key === name));
  const members = [
    ...properties.map(
      ([key, value]) =>
        `${previewExpected(key)}${required.includes(key) ? '' : '?'}: ${shapeAt(value, context)}`,
    ),
    ...undeclared.map((name) => `${previewExpected(name)}: any`),
  ];
  const others = schema['additionalProperties'];
  if (isRecord(others)) members.push(`[name]: ${shapeAt(others, context)}`);
  if (members.length === 0) return others === false ? '{}' : 'object';
  const shown = members.length > mostProperties ? [...members.slice(0, mostProperties), '…'] : members;
  return `{${shown.join(', ')}}`;
}

function arrayShape(schema: JsonSchemaObject, context: Context): string {
  const { items, prefixItems } = schema;
  const tuple: unknown = prefixItems ?? items;
  if (Array.isArray(tuple))
    return `[${tuple
      .slice(0, mostProperties)
      .map((item) => shapeAt(item, context))
      .join(', ')}]`;
  if (items === undefined || items === true) return 'array';
  const shape = shapeAt(items, context);
  return shape.includes(' ') && !shape.startsWith('{') ? `(${shape})[]` : `${shape}[]`;
}

function union(shapes: readonly string[]): string {
  const possible = shapes.filter((shape) => shape !== 'never');
  const distinct = [...new Set(possible.length === 0 ? shapes : possible)];
  const shown = distinct.length > mostAlternatives ? [...distinct.slice(0, mostAlternatives), '…'] : distinct;
  return shown.join(' | ');
}
