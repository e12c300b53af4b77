import { isJsonSchema, type JsonSchema } from './json-schema.ts';

let documents: ReadonlyMap<string, JsonSchema> | undefined;

/** A document that every schema may refer to although nobody gives it: the meta-schemas, as Ajv brings them along. */
export function standardDocument(uri: string): JsonSchema | undefined {
  return /^https?:\/\/json-schema\.org\//.test(uri) ? standardDocuments().get(uri) : undefined;
}

/** The meta-schemas and their vocabularies by URI. */
export function standardDocuments(): ReadonlyMap<string, JsonSchema> {
  documents ??= loadDocuments();
  return documents;
}

function loadDocuments(): ReadonlyMap<string, JsonSchema> {
  // Each path is written out so that a bundler finds the file.
  const loaded: readonly (readonly [string, unknown])[] = [
    ['http://json-schema.org/draft-07/schema', require('ajv/dist/refs/json-schema-draft-07.json')],
    [
      'https://json-schema.org/draft/2020-12/schema',
      require('ajv/dist/refs/json-schema-2020-12/schema.json'),
    ],
    [vocabulary('applicator'), require('ajv/dist/refs/json-schema-2020-12/meta/applicator.json')],
    [vocabulary('content'), require('ajv/dist/refs/json-schema-2020-12/meta/content.json')],
    [vocabulary('core'), require('ajv/dist/refs/json-schema-2020-12/meta/core.json')],
    [
      vocabulary('format-annotation'),
      require('ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json'),
    ],
    [vocabulary('meta-data'), require('ajv/dist/refs/json-schema-2020-12/meta/meta-data.json')],
    [vocabulary('unevaluated'), require('ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json')],
    [vocabulary('validation'), require('ajv/dist/refs/json-schema-2020-12/meta/validation.json')],
  ];
  return new Map(loaded.flatMap(([uri, schema]) => (isJsonSchema(schema) ? [[uri, schema] as const] : [])));
}

function vocabulary(name: string): string {
  return `https://json-schema.org/draft/2020-12/meta/${name}`;
}
