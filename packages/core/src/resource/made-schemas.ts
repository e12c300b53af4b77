import { z } from 'zod';
import { isRecord } from '../json/json-value.ts';
import { apiVersion } from './api-version.ts';
import { modelOptionsSchemas } from './model-options.ts';
import { resourceKinds } from './resource-kind.ts';
import { resourceSchema } from './resource.ts';

/** What `editor-schema.json` holds: see `editorSchema`. */
export function madeEditorSchema(): Record<string, unknown> {
  const { oneOf, anyOf, definitions } = z.toJSONSchema(resourceSchema, { target: 'draft-07', io: 'input' });
  const kinds = oneOf ?? anyOf ?? [];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Goondan resource',
    description: 'One document of goondan.yaml.',
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { const: apiVersion },
      kind: { enum: [...resourceKinds] },
    },
    // Editors complete and complain by the one branch whose kind was written; oneOf would show the mistakes of all.
    allOf: kinds.map((schema) => whenKindIs(kindOf(schema), schema)),
    definitions,
  };
}

/** What `model-options.json` holds: JSON Schemas of `Model.spec.options`, by provider. */
export function madeModelOptions(): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(modelOptionsSchemas, ([provider, schema]) => [
      provider,
      z.toJSONSchema(schema, { target: 'draft-07', io: 'input' }),
    ]),
  );
}

function whenKindIs(kind: unknown, schema: unknown): Record<string, unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema, on an object nobody awaits
  return { if: { required: ['kind'], properties: { kind: { const: kind } } }, then: schema };
}

function kindOf(schema: unknown): unknown {
  const properties = isRecord(schema) ? schema.properties : undefined;
  const kind = isRecord(properties) ? properties.kind : undefined;
  return isRecord(kind) ? kind.const : undefined;
}
