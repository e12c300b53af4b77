import { isRecord } from '../json/json-value.ts';
import editorSchema from './editor-schema.json' with { type: 'json' };
import { fitsSchema } from '../schema/fits-schema.ts';
import modelOptions from './model-options.json' with { type: 'json' };
import type { Resource } from './resource.ts';

const { definitions } = editorSchema;
const forms = new Map<unknown, unknown>(
  editorSchema.allOf.map((branch) => [branch.if.properties.kind.const, branch.then]),
);
const options: Readonly<Record<string, unknown>> = modelOptions;

/** True for a document that the schema of its kind takes; of any other that schema has to say why, and may still take it. */
export function isFittingResource(value: unknown): value is Resource {
  return isRecord(value) && fitsSchema(forms.get(value['kind']), value, { definitions });
}

/** True where a provider takes these options, or is none that there is; else its schema has to say why. */
export function hasFittingOptions(provider: string, given: unknown): boolean {
  return !Object.hasOwn(options, provider) || fitsSchema(options[provider], given);
}
