import type { JsonValue } from '../json/json-value.ts';
import { snapshot } from '../json/snapshot.ts';
import { compileSchema } from './compile.ts';
import { candidatesFor } from './example-candidates.ts';
import type { JsonSchema } from './json-schema.ts';
import { shapeOf } from './shape-of.ts';

const exampleLimits = { maxDepth: 16, maxSize: 2000, refusePrototypeKey: true };
const examples = new WeakMap<object, { readonly value: JsonValue | undefined }>();

/** A schema in a line: `{"path": string, "maxBytes"?: number}`. What is deep, long or named by a URI is left out. */
export function describeShape(schema: JsonSchema): string {
  return shapeOf(schema, schema);
}

/** A small value that fits the schema, made of what it offers as examples and of its types; undefined when none was found. */
export function exampleOf(schema: JsonSchema): JsonValue | undefined {
  if (typeof schema === 'boolean') return undefined;
  // Asked for with every wrong call, and each answer costs a compilation.
  const example = examples.get(schema) ?? { value: findExample(schema) };
  examples.set(schema, example);
  return structuredClone(example.value);
}

function findExample(schema: JsonSchema): JsonValue | undefined {
  try {
    const compiled = compileSchema(schema);
    for (const candidate of candidatesFor(schema)) {
      const copy = snapshot(candidate, exampleLimits);
      if (copy.status === 'ok' && compiled.accepts(copy.value)) return copy.value;
    }
  } catch {
    // An example is a courtesy: a schema that cannot be compiled has none.
  }
  return undefined;
}
