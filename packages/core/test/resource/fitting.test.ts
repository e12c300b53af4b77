import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { isRecord } from '../../src/json/json-value.ts';
import editorSchema from '../../src/resource/editor-schema.json' with { type: 'json' };
import { hasFittingOptions, isFittingResource } from '../../src/resource/fitting.ts';
import { madeEditorSchema, madeModelOptions } from '../../src/resource/made-schemas.ts';
import modelOptions from '../../src/resource/model-options.json' with { type: 'json' };
import { modelOptionsSchemas } from '../../src/resource/model-options.ts';
import { resourceSchema } from '../../src/resource/resource.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';
import { inBundleFolder } from '../bundle/bundle-folder.ts';
import { validBundle } from '../bundle/valid-bundle.ts';

const documents = parseAllDocuments(validBundle['goondan.yaml']).map((document) => {
  const value: unknown = document.toJS();
  return value;
});
const options: readonly [provider: string, options: unknown][] = [
  [
    'scripted',
    { rules: [{ when: { user: '^a+$', status: 'ok' }, text: 'b' }, { calls: [{ tool: 'a__b' }] }] },
  ],
  ['openai', { stream: true, timeoutMs: 5, headers: { a: 'b' }, api: 'chat', other: [1] }],
  ['replay', { cassette: 'a.jsonl' }],
];

function modelNamed(name: string): string {
  return `apiVersion: goondan.ai/v1\nkind: Model\nmetadata: { name: ${name} }\nspec: { provider: scripted, model: a }\n`;
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>('', 'a', '(', 'Model/fast', 'Kind', 0, 1, -1, 0.5, 2 ** 53, null, true, undefined),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = fc.oneof(
  fc.constantFrom('name', 'spec', 'ref', 'text', 'calls', '__proto__', 'toString'),
  fc.string(),
);

/** Puts something else somewhere into a value, takes something away, or adds something. */
function changed(value: unknown, steps: readonly number[], put: (at: unknown) => unknown): unknown {
  const [step, ...further] = steps;
  if (Array.isArray(value) && value.length > 0 && step !== undefined)
    return value.with(step % value.length, changed(value[step % value.length], further, put));
  if (!isRecord(value) || step === undefined) return put(value);
  const keys = Object.keys(value);
  const name = keys[step % Math.max(1, keys.length)];
  return name === undefined ? put(value) : { ...value, [name]: changed(value[name], further, put) };
}

const change = fc.oneof(
  leaf.map((other) => () => other),
  fc.tuple(key, leaf).map(([name, other]) => (at: unknown) => {
    const copy: Record<string, unknown> = isRecord(at) ? { ...at } : {};
    return Object.defineProperty(copy, name, { value: other, enumerable: true, configurable: true });
  }),
  key.map((name) => (at: unknown) => {
    const { [name]: _, ...rest } = isRecord(at) ? at : {};
    return rest;
  }),
);
const steps = fc.array(fc.nat(7), { maxLength: 6 });
const numRuns = byTier({ short: 2_000, full: 50_000 });

describe('what fits needs no schema', () => {
  test('the JSON it is judged by is made from the schemas: bun scripts/reference.ts', () => {
    expect(JSON.stringify(editorSchema)).toBe(JSON.stringify(madeEditorSchema()));
    expect(JSON.stringify(modelOptions)).toBe(JSON.stringify(madeModelOptions()));
  });

  test('documents of all kinds and options of providers fit', () => {
    expect(documents.map(isFittingResource)).toEqual(documents.map(() => true));
    expect(options.map(([provider, given]) => hasFittingOptions(provider, given))).toEqual([
      true,
      true,
      true,
    ]);
    expect(hasFittingOptions('nobody', 5)).toBe(true);
  });

  test.each([
    ['a pattern that is none', { rules: [{ when: { user: '(' }, text: 'a' }] }],
    ['a rule that says and does nothing', { rules: [{ when: { user: 'a' } }] }],
    ['no rule', { rules: [] }],
    ['an unknown field', { rules: [{ text: 'a', txt: 'b' }] }],
  ])('%s does not fit a script', (_what, script) => {
    expect(hasFittingOptions('scripted', script)).toBe(false);
    expect(modelOptionsSchemas.get('scripted')?.safeParse(script).success).toBe(false);
  });

  test('the schemas take every document that fits, whatever is changed in it', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...documents), steps, change, (document, path, put) => {
        const value = changed(document, path, put);
        const isFitting = isFittingResource(value);
        seen[`${isFitting}`] += 1;
        expect(isFitting && !resourceSchema.safeParse(value).success).toBe(false);
      }),
      { numRuns },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(numRuns / 20);
  });

  test('and all options that fit', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...options), steps, change, ([provider, given], path, put) => {
        const value = changed(given, path, put);
        const isFitting = hasFittingOptions(provider, value);
        seen[`${isFitting}`] += 1;
        const isTaken = modelOptionsSchemas.get(provider)?.safeParse(value).success === true;
        expect(isFitting && !isTaken).toBe(false);
      }),
      { numRuns },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(numRuns / 20);
  });

  test('a bundle without a mistake is read without them, one with a mistake by them', async () => {
    const entry = JSON.stringify(fileURLToPath(new URL('../../src/bundle/index.ts', import.meta.url)));
    const load = (name: string): Promise<string> =>
      inBundleFolder({ 'goondan.yaml': modelNamed(name) }, async (root) => {
        const code = `const { valid } = await (await import(${entry})).loadBundle(${JSON.stringify(root)});
          console.log(valid, Object.keys(require.cache).some((path) => path.includes('/zod/')));`;
        const child = Bun.spawn([process.execPath, '--no-install', '-e', code], { stdout: 'pipe' });
        return (await new Response(child.stdout).text()).trim();
      });
    expect(await Promise.all([load('a'), load('5')])).toEqual(['true false', 'false true']);
  });
});
