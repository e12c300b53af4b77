import { isRecord } from '../json/json-value.ts';
import { shieldedContains } from './ajv-form.ts';
import { listOf } from './json-schema.ts';

/** What the parts of a linked schema say. */
export interface Evaluation {
  accepts(part: unknown, value: unknown): boolean;
  matches(pattern: string, key: string): boolean;
  definition(reference: string): unknown;
}

/** The keys or positions of a value that a linked schema, known to accept it, has applied a subschema to. */
export function evaluatedKeys(schema: unknown, value: unknown, evaluation: Evaluation): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!isRecord(schema)) return keys;
  const addFrom = (part: unknown): void => {
    for (const key of evaluatedKeys(part, value, evaluation)) keys.add(key);
  };
  const addIfAccepted = (part: unknown): void => {
    if (evaluation.accepts(part, value)) addFrom(part);
  };
  const { $ref, allOf, anyOf, oneOf, if: condition, dependentSchemas } = schema;
  for (const key of keysOfMembers(schema, value, evaluation)) keys.add(key);
  if (typeof $ref === 'string') addFrom(evaluation.definition($ref));
  listOf(allOf).forEach(addFrom);
  listOf(anyOf).forEach(addIfAccepted);
  listOf(oneOf).forEach(addIfAccepted);
  if (condition !== undefined) {
    addIfAccepted(condition);
    addFrom(evaluation.accepts(condition, value) ? schema['then'] : schema['else']);
  }
  if (isRecord(dependentSchemas) && isRecord(value)) {
    for (const key of Object.keys(dependentSchemas))
      if (Object.hasOwn(value, key)) addFrom(dependentSchemas[key]);
  }
  return keys;
}

/** The members that the keywords of this schema itself apply to. */
function keysOfMembers(
  schema: Record<string, unknown>,
  value: unknown,
  evaluation: Evaluation,
): readonly string[] {
  if (Array.isArray(value)) return positionsOf(schema, value, evaluation);
  if (!isRecord(value)) return [];
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const keys = Object.keys(value);
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined) return keys;
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return keys.filter((key) => {
    const isNamed = isRecord(properties) && Object.hasOwn(properties, key);
    return isNamed || patterns.some((pattern) => evaluation.matches(pattern, key));
  });
}

function positionsOf(
  schema: Record<string, unknown>,
  items: readonly unknown[],
  evaluation: Evaluation,
): readonly string[] {
  const positions = Object.keys(items);
  if (schema['items'] !== undefined || schema['unevaluatedItems'] !== undefined) return positions;
  const contains = shieldedContains(schema['not'])?.contains;
  const fixed = listOf(schema['prefixItems']).length;
  return positions.filter((_position, index) => {
    return index < fixed || (contains !== undefined && evaluation.accepts(contains, items[index]));
  });
}
