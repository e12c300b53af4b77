import * as fc from 'fast-check';
import { compileSchema, GoondanError, isRecord, parseJson } from '@goondan/core';
import { ToolExecutor, ToolRegistry } from '@goondan/core/tool';
import { executeLoosely, registerLoosely } from '../../packages/core/test/tool/support/ill-typed.ts';
import { scopeOf } from '../../packages/core/test/tool/support/scope.ts';
import { malformation } from '../../packages/core/test/tool/support/well-formed.ts';
import { expect } from '../expect.ts';
import { fuzzProperty } from '../property.ts';
import type { FuzzTarget } from '../target.ts';
import { hostileName, hostileValue } from './hostile-value.ts';
import { hasPrototypeKey, randomJson, randomKey } from './random-json.ts';
import { randomSchema } from './random-schema.ts';
import { accepts } from './reference-validator.ts';
import { wildSchema } from './wild-schema.ts';

const dialect = fc.constantFrom('draft-07' as const, '2020-12' as const);
const draft7 = 'http://json-schema.org/draft-07/schema#';
const schemaAndValues = dialect.chain((name) =>
  fc.record({
    dialect: fc.constant(name),
    schema: randomSchema(name),
    values: fc.array(randomJson, { minLength: 1, maxLength: 6 }),
  }),
);
const objects = fc
  .uniqueArray(fc.tuple(randomKey, randomJson), { maxLength: 4, selector: ([key]) => key })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));

/** Calls a tool with these parameters; says what came of it and what its handler was given. No result where such a tool cannot be registered. */
async function called(parameters: unknown, args: unknown): Promise<{ result?: unknown; inputs: unknown[] }> {
  const registry = new ToolRegistry();
  const inputs: unknown[] = [];
  const handler = (_context: unknown, input: unknown): string => {
    inputs.push(input);
    return 'ran';
  };
  const register = (): void => registerLoosely(registry, { name: 'fuzz__args', parameters, handler });
  if (isOfAnotherType(parameters)) {
    expect(refusalOf(register), 'E_CONFIG_TOOL_SCHEMA', 'parameters of another type');
    return { inputs };
  }
  register();
  const call = { id: 'c', name: 'fuzz__args', args };
  const result = await executeLoosely(new ToolExecutor(registry), call, { scope: scopeOf() });
  expect(malformation(result, call), undefined, 'a result of another form');
  const code = isRecord(result) && isRecord(result['error']) ? result['error']['code'] : undefined;
  const refused = code === 'E_CONFIG_TOOL_SCHEMA' ? code : 'E_TOOL_INVALID_ARGS';
  expect([code, inputs.length], inputs.length > 0 ? [undefined, 1] : [refused, 0], 'code and starts');
  return { result, inputs };
}

/** Parameters of another type than `object`: such a tool is refused before anything is shown to a model. */
function isOfAnotherType(parameters: unknown): boolean {
  const type = isRecord(parameters) ? parameters['type'] : undefined;
  const others: unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'string'];
  return Array.isArray(type) || others.includes(type);
}

function refusalOf(register: () => void): string | undefined {
  try {
    register();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof GoondanError) return thrown.code;
    throw thrown;
  }
}

function inDialect(schema: unknown, name: 'draft-07' | '2020-12'): unknown {
  return isRecord(schema) && name === 'draft-07' ? { $schema: draft7, ...schema } : schema;
}

/** Arguments are judged as the specification of JSON Schema has it, and what is not JSON or does not fit reaches no handler. */
export async function openArgs(): Promise<FuzzTarget> {
  return {
    properties: [
      fuzzProperty({
        name: 'agreement',
        runs: { full: 10_000, short: 250 },
        cases: schemaAndValues,
        check({ dialect: name, schema, values }) {
          const whole = inDialect(schema, name);
          if (!isRecord(whole) && typeof whole !== 'boolean') throw new Error('no schema');
          const compiled = compileSchema(whole);
          for (const value of values) {
            const wanted = accepts(schema, value, name);
            expect(
              [compiled.accepts(value), compiled.failures(value).length === 0],
              [wanted, wanted],
              fc.stringify(value),
            );
          }
        },
      }),
      fuzzProperty({
        name: 'executor',
        runs: { full: 4_000, short: 120 },
        cases: dialect.chain((name) =>
          fc.record({ dialect: fc.constant(name), schema: randomSchema(name), args: objects }),
        ),
        async check({ dialect: name, schema, args }) {
          const { result, inputs } = await called(inDialect(schema, name), args);
          const isFit = result !== undefined && !hasPrototypeKey(args) && accepts(schema, args, name);
          expect(inputs, isFit ? [parseJson(JSON.stringify(args))] : []);
        },
      }),
      fuzzProperty({
        name: 'hostile',
        runs: { full: 1_500, short: 15 },
        cases: fc.record({
          name: hostileName,
          place: fc.constantFrom('root', 'property', 'item'),
          schema: fc.constantFrom<unknown>(
            { type: 'object' },
            { properties: { a: { uniqueItems: true } } },
            { additionalProperties: { type: ['array', 'object'] } },
            undefined,
          ),
        }),
        async check({ name, place, schema }) {
          const value = hostileValue(name);
          const args = place === 'root' ? value : place === 'property' ? { a: value } : { a: [1, value] };
          const { inputs } = await called(schema, args);
          if (name !== 'undefined' || place === 'root') expect(inputs, []);
          expect(Reflect.get(Object.prototype, 'polluted'), undefined, 'the prototype of all objects');
        },
      }),
      fuzzProperty({
        name: 'schemas',
        runs: { full: 4_000, short: 150 },
        cases: fc.record({ schema: wildSchema, args: objects }),
        async check({ schema, args }) {
          try {
            await called(schema, args);
          } catch (thrown) {
            // A tool whose parameters are no schema is not taken.
            if (!(thrown instanceof GoondanError)) throw thrown;
          }
        },
      }),
    ],
    [Symbol.asyncDispose]: async () => {},
  };
}
