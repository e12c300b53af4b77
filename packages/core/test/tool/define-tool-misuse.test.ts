import { expect, test } from 'bun:test';
import { typeCheck } from './define-tool-compiler.ts';
import type { Files } from './loader-support.ts';

const header = `import { defineTool, pending, type ToolHandler, type JsonValue } from '@goondan/core';\nimport { z } from 'zod';\n`;

/** Snippets a compiler must refuse, with what its message must say. */
const misuses: readonly (readonly [title: string, code: string, message: RegExp])[] = [
  [
    'a property the JSON Schema lacks',
    `defineTool({ name: 'a__b', input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }, handler: (_ctx, input) => input.paht });`,
    /TS2(339|551).*'paht' does not exist/,
  ],
  [
    'an optional property used as if it were there',
    `defineTool({ name: 'a__b', input: { type: 'object', properties: { path: { type: 'string' } } }, handler: (_ctx, input) => input.path.length });`,
    /TS18048.*'input\.path' is possibly 'undefined'/,
  ],
  [
    'a number used as a string',
    `defineTool({ name: 'a__b', input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, handler: (_ctx, input) => input.n.trim() });`,
    /TS2339.*'trim' does not exist on type 'number'/,
  ],
  [
    'a case outside an enum',
    `defineTool({ name: 'a__b', input: { type: 'object', properties: { k: { enum: ['x', 'y'] } }, required: ['k'] }, handler: (_ctx, input) => input.k === 'z' });`,
    /TS2367.*no overlap/,
  ],
  [
    'a property the zod schema lacks',
    `defineTool({ name: 'a__b', input: z.object({ path: z.string() }), handler: (_ctx, input) => input.file });`,
    /TS2339.*'file' does not exist/,
  ],
  [
    'the type before a zod transform',
    `defineTool({ name: 'a__b', input: z.object({ at: z.string().transform((text) => text.length) }), handler: (_ctx, input) => input.at.trim() });`,
    /TS2339.*'trim' does not exist on type 'number'/,
  ],
  [
    'a result that is not JSON',
    `defineTool({ name: 'a__b', input: { type: 'object' }, handler: () => new Map<string, number>() });`,
    /TS2769|TS2322/,
  ],
  ['a result that is a BigInt', `defineTool({ name: 'a__b', handler: async () => 1n });`, /bigint/],
  ['a tool without a handler', `defineTool({ name: 'a__b', input: z.object({}) });`, /'handler' is missing/],
  ['a tool without a name', `defineTool({ input: z.object({}), handler: () => null });`, /'name' is missing/],
  [
    'an annotation that does not exist',
    `defineTool({ name: 'a__b', annotations: { readonly: true }, handler: () => null });`,
    /readonly/,
  ],
  [
    'a handler that names an input no object can be',
    `export const handler: ToolHandler = (_ctx, input: string) => input;`,
    /TS2322.*string/s,
  ],
];

/** Snippets beside them that must compile, so that the refusals above are about what they say. */
const uses: readonly string[] = [
  `defineTool({ name: 'a__b', input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }, handler: (_ctx, input) => input.path });`,
  `defineTool({ name: 'a__b', input: z.object({ path: z.string().default('.') }), handler: (_ctx, input) => input.path.length });`,
  `defineTool({ name: 'a__b', annotations: { readOnly: true }, handler: async () => pending('h') });`,
  `export const handler: ToolHandler = async (_ctx, input: { path: string; depth?: number }): Promise<JsonValue> => [input.path, input.depth ?? null];`,
];

const files: Files = Object.fromEntries(
  [...misuses.map(([, code]) => code), ...uses].map((code, index) => [`snippet-${index}.ts`, header + code]),
);
const isNamedIn = (index: number) => (line: string) => line.includes(`snippet-${index}.ts(`);

for (const exactOptionalPropertyTypes of [false, true]) {
  test(`defineTool: misuse does not compile, use does (exactOptionalPropertyTypes ${exactOptionalPropertyTypes})`, async () => {
    const output = await typeCheck(files, { exactOptionalPropertyTypes });
    // Explanations of a diagnostic are indented below it.
    const diagnostics = output.split(/\n(?=\S)/);
    const said = misuses.map(([title, , message], index) => {
      const text = diagnostics.filter(isNamedIn(index)).join('\n');
      return { title, isRefused: message.test(text), ...(message.test(text) ? {} : { text }) };
    });
    expect(said).toEqual(misuses.map(([title]) => ({ title, isRefused: true })));
    expect(uses.flatMap((_, index) => diagnostics.filter(isNamedIn(misuses.length + index)))).toEqual([]);
    expect(diagnostics.filter((line) => line !== '' && !line.includes('snippet-'))).toEqual([]);
  }, 60_000);
}
