import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compileSchema, type CompiledSchema } from '../../src/schema/compile.ts';
import { isJsonSchema, type JsonSchema } from '../../src/schema/json-schema.ts';
import { z } from 'zod';

/** Cases that do not pass, as `draft / file / group / case`, each with the reason. Empty: all required cases pass. */
const exceptions: Readonly<Record<string, string>> = {};

const drafts = [
  { name: 'draft-07', folder: 'draft7', uri: 'http://json-schema.org/draft-07/schema#' },
  { name: '2020-12', folder: 'draft2020-12', uri: 'https://json-schema.org/draft/2020-12/schema' },
];

const groupsSchema = z.array(
  z.object({
    description: z.string(),
    schema: z.custom<JsonSchema>(isJsonSchema),
    tests: z.array(z.object({ description: z.string(), data: z.unknown(), valid: z.boolean() })),
  }),
);

const suite = process.env['JSON_SCHEMA_SUITE'];

if (suite === undefined) {
  test('SCH-5: the official JSON Schema suite was left out, for JSON_SCHEMA_SUITE does not name its folder', () => {
    console.log('JSON Schema suite: left out (JSON_SCHEMA_SUITE is not set)');
    expect(suite).toBeUndefined();
  });
} else {
  test('SCH-5: every required case of the official JSON Schema suite passes, but for the listed exceptions', () => {
    const documents = readDocuments(join(suite, 'remotes'));
    const failed: string[] = [];
    const counts = drafts.map(({ name, folder, uri }) => {
      let passed = 0;
      let total = 0;
      for (const { id, schema, data, valid } of readCases(join(suite, 'tests', folder), name)) {
        total += 1;
        const declared = typeof schema === 'boolean' ? schema : { $schema: uri, ...schema };
        if (judge(declared, documents, data) === valid) passed += 1;
        else failed.push(id);
      }
      return `${name} ${passed}/${total}`;
    });
    console.log(`JSON Schema suite: ${counts.join(', ')}`);
    expect(failed.sort()).toEqual(Object.keys(exceptions).sort());
  }, 60_000);
}

/** What our validator says; a text when it could not say anything. */
function judge(schema: JsonSchema, documents: Record<string, JsonSchema>, data: unknown): boolean | string {
  try {
    const compiled: CompiledSchema = compileSchema(schema, { documents });
    const accepted = compiled.accepts(data);
    return accepted === (compiled.failures(data).length === 0) ? accepted : 'accepts and failures disagree';
  } catch (error) {
    return String(error);
  }
}

function* readCases(folder: string, draft: string) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const group of groupsSchema.parse(readJson(join(folder, file)))) {
      for (const { description, data, valid } of group.tests) {
        yield {
          id: `${draft} / ${file} / ${group.description} / ${description}`,
          schema: group.schema,
          data,
          valid,
        };
      }
    }
  }
}

function readDocuments(folder: string): Record<string, JsonSchema> {
  const documents: Record<string, JsonSchema> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const document = readJson(path);
    if (isJsonSchema(document)) documents[`http://localhost:1234/${relative(folder, path)}`] = document;
  }
  return documents;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
