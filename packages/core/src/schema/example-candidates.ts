import { isRecord } from '../json/json-value.ts';
import { listOf, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';
import { localTarget } from './shape-of.ts';

const deepest = 8;
const mostItems = 5;
const longestText = 200;
const mostSchemas = 500;

/** Values that may fit a schema, the likeliest first: what it offers itself, then what its types suggest. */
export function* candidatesFor(schema: JsonSchema): Generator {
  if (!isRecord(schema)) return;
  yield* offeredBy(schema);
  yield construct(schema, startingAt(schema));
  for (const branch of listOf(schema['anyOf'] ?? schema['oneOf']).slice(0, mostItems))
    yield construct({ ...schema, anyOf: [branch], oneOf: [branch] }, startingAt(schema));
}

interface Context {
  readonly root: JsonSchema;
  readonly depth: number;
  /** Shared by the whole walk, for references can multiply. */
  readonly budget: { left: number };
}

function startingAt(root: JsonSchema): Context {
  return { root, depth: 0, budget: { left: mostSchemas } };
}

function offeredBy(schema: JsonSchemaObject): readonly unknown[] {
  return [
    ...listOf(schema['examples']).slice(0, mostItems),
    ...(Object.hasOwn(schema, 'default') ? [schema['default']] : []),
    ...(Object.hasOwn(schema, 'const') ? [schema['const']] : []),
    ...listOf(schema['enum']).slice(0, mostItems),
  ];
}

function exampleAt(schema: unknown, context: Context): unknown {
  if (!isRecord(schema)) return null;
  const [offered] = offeredBy(schema);
  return offered === undefined ? construct(schema, context) : offered;
}

function construct(schema: JsonSchemaObject, { root, depth, budget }: Context): unknown {
  budget.left -= 1;
  if (depth > deepest || budget.left < 0) return null;
  const inner = { root, depth: depth + 1, budget };
  const parts = partsOf(schema, root).map((part) => exampleAt(part, inner));
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  const isObject = type === 'object' || isRecord(schema['properties']) || Array.isArray(schema['required']);
  if (isObject) return Object.assign({}, ...parts.filter(isRecord), objectExample(schema, inner));
  if (type === undefined && parts.length > 0) return parts[0];
  return leafExample(type, schema, inner);
}

/** The schemas whose examples may stand for the whole. */
function partsOf(schema: JsonSchemaObject, root: JsonSchema): readonly unknown[] {
  return [
    ...(schema['$ref'] === undefined ? [] : [localTarget(schema['$ref'], root)]),
    ...listOf(schema['allOf']),
    ...listOf(schema['anyOf']).slice(0, 1),
    ...listOf(schema['oneOf']).slice(0, 1),
  ];
}

function objectExample(schema: JsonSchemaObject, context: Context): Record<string, unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = listOf(schema['required']);
  const shown = Object.entries(properties).filter(
    ([key, value]) => required.includes(key) || hasExamples(value),
  );
  return Object.fromEntries(shown.map(([key, value]) => [key, exampleAt(value, context)]));
}

function hasExamples(schema: unknown): boolean {
  return isRecord(schema) && listOf(schema['examples']).length > 0;
}

function leafExample(type: unknown, schema: JsonSchemaObject, context: Context): unknown {
  switch (type) {
    case 'string':
      return stringExample(schema);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'array':
      return arrayExample(schema, context);
    default:
      return null;
  }
}

const formatExamples: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['email', 'name@example.com'],
  ['time', '12:00:00Z'],
  ['uri', 'https://example.com/'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
]);

function stringExample(schema: JsonSchemaObject): string {
  const { format, minLength = 0, maxLength = longestText } = schema;
  const text = formatExamples.get(format) ?? 'text';
  return text.padEnd(Math.min(Number(minLength), longestText), 'x').slice(0, Number(maxLength));
}

function numberExample(schema: JsonSchemaObject): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf = 1 } = schema;
  const step = Number(multipleOf);
  const lows = [minimum, typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined].filter(
    isNumber,
  );
  const highs = [maximum, typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : undefined].filter(
    isNumber,
  );
  const wanted = Math.min(Math.max(step, ...lows), ...highs);
  const fitted = Math.ceil(wanted / step) * step;
  return fitted > Math.min(...highs) ? wanted : fitted;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function arrayExample(schema: JsonSchemaObject, context: Context): readonly unknown[] {
  const { items, prefixItems, minItems = 0 } = schema;
  const tuple: unknown = prefixItems ?? items;
  if (Array.isArray(tuple)) return tuple.slice(0, mostItems).map((item) => exampleAt(item, context));
  const count = hasExamples(items) ? Math.max(1, Number(minItems)) : Number(minItems);
  return Array.from({ length: Math.min(count, mostItems) }, () => exampleAt(items, context));
}
