import * as v from 'valibot';
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';
import {
  defineTool,
  ToolRegistry,
  type SchemaType,
  type ToolContext,
  type ToolDefinition,
} from '../../src/tool/index.ts';

/** Two types that are the same in every respect, `any`, `readonly` and `?` included. */
type Equal<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

/** Compiles only for `true`: the compiler checks these, running them proves nothing more. */
function holds<Statement extends true>(...statements: Statement[]): Statement[] {
  return statements;
}

/** The types a literal schema gives, branch by branch. */
type Of<Schema> = SchemaType<Schema>;

test('defineTool: a literal JSON Schema gives the type of every branch it can say', () => {
  holds<Equal<Of<{ const: 'on' }>, 'on'>>(true);
  holds<Equal<Of<{ const: null }>, null>>(true);
  holds<Equal<Of<{ type: 'string'; enum: readonly ['a', 'b'] }>, 'a' | 'b'>>(true);
  holds<Equal<Of<{ enum: readonly [1, 'two', null] }>, 1 | 'two' | null>>(true);
  holds<Equal<Of<{ anyOf: readonly [{ type: 'string' }, { type: 'null' }] }>, string | null>>(true);
  holds<Equal<Of<{ oneOf: readonly [{ type: 'integer' }, { const: 'all' }] }>, number | 'all'>>(true);
  holds<Equal<Of<{ type: 'string' }>, string>>(true);
  holds<Equal<Of<{ type: 'number' }>, number>>(true);
  holds<Equal<Of<{ type: 'integer' }>, number>>(true);
  holds<Equal<Of<{ type: 'boolean' }>, boolean>>(true);
  holds<Equal<Of<{ type: 'null' }>, null>>(true);
  holds<Equal<Of<{ type: readonly ['string', 'null'] }>, string | null>>(true);
  holds<Equal<Of<{ type: 'array' }>, JsonValue[]>>(true);
  holds<Equal<Of<{ type: 'array'; items: { type: 'string' } }>, string[]>>(true);
  holds<Equal<Of<{ type: 'array'; items: { type: readonly ['number', 'null'] } }>, (number | null)[]>>(true);
  holds<Equal<Of<{ type: 'object' }>, JsonObject>>(true);
  holds<Equal<Of<{ type: 'object'; properties: { a: { type: 'string' } } }>, { a?: string }>>(true);
  holds<
    Equal<
      Of<{
        type: 'object';
        properties: { path: { type: 'string' }; lines: { type: 'array'; items: { type: 'integer' } } };
        required: readonly ['path'];
      }>,
      { path: string; lines?: number[] }
    >
  >(true);
});

test('defineTool: what a type cannot say is wider, never narrower', () => {
  holds<Equal<Of<{ $ref: '#/$defs/a' }>, JsonValue>>(true);
  holds<Equal<Of<{ minimum: 1 }>, JsonValue>>(true);
  holds<Equal<Of<true>, JsonValue>>(true);
  holds<Equal<Of<JsonSchema>, JsonValue>>(true);
  holds<Equal<Of<{ type: 'array'; items: readonly [{ type: 'string' }] }>, JsonValue[]>>(true);
  holds<Equal<Of<{ type: 'array'; items: false }>, JsonValue[]>>(true);
  holds<Equal<Of<{ allOf: readonly [{ type: 'object' }] }>, JsonValue>>(true);
});

test('defineTool: the handler of a JSON Schema literal gets its input typed, and the result is a ToolDefinition', () => {
  const tool = defineTool({
    name: 'files__find',
    description: 'Finds files',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        kind: { enum: ['file', 'folder'] },
        depth: { type: 'integer', minimum: 0 },
        filter: {
          type: 'object',
          properties: { hidden: { type: 'boolean' }, names: { type: 'array', items: { type: 'string' } } },
          required: ['hidden'],
        },
      },
      required: ['path', 'filter'],
    },
    handler: (ctx, input) => {
      holds<Equal<typeof ctx, ToolContext>>(true);
      holds<
        Equal<
          typeof input,
          {
            path: string;
            filter: { hidden: boolean; names?: string[] };
            kind?: 'file' | 'folder';
            depth?: number;
          }
        >
      >(true);
      return input.path;
    },
  });
  const definition: ToolDefinition = tool;
  const registry = new ToolRegistry();
  registry.register(tool);
  expect(registry.get('files__find')?.handler).toBe(definition.handler);
});

test('defineTool: a zod schema gives its output type: defaults filled, transforms done, refinements kept', () => {
  const tool = defineTool({
    name: 'files__read',
    input: z.object({
      path: z.string().refine((path) => !path.includes('..')),
      limit: z.number().int().default(10),
      when: z.string().transform((text) => new Date(text)),
      note: z.string().optional(),
      nested: z.object({ tags: z.array(z.enum(['a', 'b'])) }),
    }),
    handler: (_ctx, input) => {
      holds<
        Equal<
          typeof input,
          {
            path: string;
            limit: number;
            when: Date;
            nested: { tags: ('a' | 'b')[] };
            note?: string | undefined;
          }
        >
      >(true);
      return null;
    },
  });
  new ToolRegistry().register(tool);
  expect(tool.parameters).toMatchObject({ type: 'object', required: ['path', 'when', 'nested'] });
});

test('defineTool: a valibot schema gives its output type', () => {
  const tool = defineTool({
    name: 'files__list',
    input: v.object({
      path: v.string(),
      depth: v.optional(v.number(), 1),
      name: v.pipe(
        v.string(),
        v.transform((text) => text.length),
      ),
    }),
    parameters: { type: 'object' },
    handler: (_ctx, input) => {
      holds<Equal<typeof input, { path: string; depth: number; name: number }>>(true);
      return input.depth;
    },
  });
  new ToolRegistry().register(tool);
  expect(tool.name).toBe('files__list');
});

test('defineTool: without input any object is taken, and a schema known only at run time gives JsonValue', () => {
  const free = defineTool({
    name: 'files__any',
    handler: (_ctx, input) => {
      holds<Equal<typeof input, JsonObject>>(true);
      return input;
    },
  });
  const schema: JsonSchema = { type: 'object' };
  const late = defineTool({
    name: 'files__late',
    input: schema,
    handler: (_ctx, input) => {
      holds<Equal<typeof input, JsonValue>>(true);
      return input;
    },
  });
  const registry = new ToolRegistry();
  registry.register(free);
  registry.register(late);
  expect(registry.items().map((item) => item.name)).toEqual(['files__any', 'files__late']);
});
