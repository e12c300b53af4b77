import { nearest } from '../error/nearest.ts';
import { isRecord } from '../json/json-value.ts';
import type { JsonSchema } from './json-schema.ts';
import { modernKeywords, subschemasOf } from './keywords.ts';

/** The rules a schema is read by. */
export interface Dialect {
  readonly name: 'draft-07' | '2020-12';
  /** True when `$schema` says so; else the keywords in use did. */
  readonly declared: boolean;
  /** False when the meta-schema leaves out the validation vocabulary (`type`, `minimum`, …). */
  readonly validates: boolean;
}

const draft07: Dialect = { name: 'draft-07', declared: true, validates: true };
const draft2020: Dialect = { name: '2020-12', declared: true, validates: true };

const validationVocabulary = 'https://json-schema.org/draft/2020-12/vocab/validation';
const knownVocabularies = [
  'applicator',
  'content',
  'core',
  'format-annotation',
  'meta-data',
  'unevaluated',
  'validation',
].map((name) => `https://json-schema.org/draft/2020-12/vocab/${name}`);

/** Finds the dialect of a schema, or says why there is none. */
export function dialectOf(
  schema: JsonSchema,
  documents: Readonly<Record<string, JsonSchema>>,
): Dialect | { readonly unknown: string } {
  const declared = typeof schema === 'boolean' ? undefined : schema['$schema'];
  if (declared === undefined) return { ...(readsAsDraft07(schema) ? draft07 : draft2020), declared: false };
  if (typeof declared !== 'string') return { unknown: 'must be a string' };
  const version = /^https?:\/\/json-schema\.org\/(?:draft[-/](06|07|2019-09|2020-12)\/)?schema#?$/.exec(
    declared,
  );
  if (version !== null) {
    if (version[1] === '06' || version[1] === '07') return draft07;
    // 2019-09 stands between the two: its tuples are those of draft-07, the rest is in 2020-12.
    return version[1] === '2019-09' && readsAsDraft07(schema) ? { ...draft07, declared: false } : draft2020;
  }
  const metaSchema = Object.hasOwn(documents, declared) ? documents[declared] : undefined;
  if (metaSchema === undefined) return { unknown: unknownDialect(declared) };
  return dialectOfMetaSchema(metaSchema);
}

function dialectOfMetaSchema(metaSchema: JsonSchema): Dialect | { readonly unknown: string } {
  const vocabularies = isRecord(metaSchema) ? metaSchema['$vocabulary'] : undefined;
  if (!isRecord(vocabularies)) return draft2020;
  const foreign = Object.keys(vocabularies).find(
    (uri) => vocabularies[uri] === true && !knownVocabularies.includes(uri),
  );
  if (foreign !== undefined)
    return { unknown: `requires the vocabulary ${foreign}, which is not known here` };
  return { ...draft2020, validates: Object.hasOwn(vocabularies, validationVocabulary) };
}

function unknownDialect(uri: string): string {
  const known = ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'];
  const close = nearest(uri, known);
  return `names ${JSON.stringify(uri.slice(0, 200))}, which is not known here; ${
    close === undefined ? `use ${known.join(' or ')}` : `did you mean ${close}?`
  }`;
}

/** Without a declared dialect, keywords that only draft-07 has decide, unless newer ones stand beside them. */
function readsAsDraft07(schema: JsonSchema): boolean {
  let legacy = false;
  let modern = false;
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'boolean') continue;
    const keywords = Object.keys(next);
    legacy ||=
      Array.isArray(next['items']) ||
      keywords.includes('additionalItems') ||
      keywords.includes('dependencies');
    modern ||= keywords.some((keyword) => modernKeywords.has(keyword));
    for (const { schema: inner } of subschemasOf(next)) pending.push(inner);
  }
  return legacy && !modern;
}
