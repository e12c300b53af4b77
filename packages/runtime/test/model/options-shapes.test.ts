import { describe, expect, test } from 'bun:test';
import { cassetteOptionsSchema, connectionOptionsSchema, scriptSchema } from '@goondan/core/resource';
import { createAgentModel } from '@goondan/runtime/model';
import { connectionOptionsShape } from '../../src/model/provider/connection-options-shape.ts';
import { scriptShape } from '../../src/model/scripted/script-shape.ts';

const scripts: unknown[] = [
  { rules: [{ text: 'x' }] },
  { rules: [{ when: { user: '^a(b)$', after: 'a__b', status: 'ok' }, text: '', calls: [{ tool: 'a__b' }] }] },
  { rules: [{ calls: [{ tool: 'a__b', args: { a: [1, { b: null }] } }] }] },
  null,
  {},
  { rules: [] },
  { rules: {} },
  { rules: [{}] },
  { rules: [{ when: {} }] },
  { rules: [{ text: 1 }] },
  { rules: [{ text: 'x' }], more: 1 },
  { rules: [{ text: 'x', more: 1 }] },
  { rules: [{ when: { user: '(' }, text: 'x' }] },
  { rules: [{ when: { status: 'fine' }, text: 'x' }] },
  { rules: [{ when: { more: 1 }, text: 'x' }] },
  { rules: [{ calls: [] }] },
  { rules: [{ calls: [{ tool: '' }] }] },
  { rules: [{ calls: [{ tool: 'a__b', args: [] }] }] },
  { rules: [{ calls: [{ tool: 'a__b', more: 1 }] }] },
];

const connections: unknown[] = [
  {},
  { stream: false, timeoutMs: 1, maxRetries: 0, headers: { a: 'b' }, api: 'chat', anything: [1] },
  { maxRetries: 20, providerOptions: { anthropic: { thinking: { a: [1] } } } },
  [],
  { stream: 'no' },
  { timeoutMs: 0 },
  { timeoutMs: 1.5 },
  { maxRetries: -1 },
  { maxRetries: 21 },
  { headers: { a: 1 } },
  { providerOptions: { anthropic: 1 } },
  { api: 'other' },
];

const cassettes = [{}, { cassette: 'a.jsonl' }, { cassette: '' }, { cassette: null }, { casette: 'a' }];

function isReplay(options: (typeof cassettes)[number]): boolean {
  const spec = { provider: 'replay', model: 'm', options } as const;
  try {
    createAgentModel(
      { apiVersion: 'goondan.ai/v1', kind: 'Model', metadata: { name: 'm' }, spec },
      { env: {}, bundleRoot: '/', modelNamed: () => undefined },
    );
    return true;
  } catch {
    return false;
  }
}

describe('the options of models are read in an agent as they were checked in the bundle', () => {
  test.each(scripts.map((script) => [script]))('scripted: %j', (script) => {
    expect(scriptShape.safeParse(script).success).toBe(scriptSchema.safeParse(script).success);
  });

  test.each(connections.map((options) => [options]))('asked over the network: %j', (options) => {
    const isRight = connectionOptionsSchema.safeParse(options).success;
    expect(connectionOptionsShape.safeParse(options).success).toBe(isRight);
  });

  test('asked over the network: the same keys are ours', () => {
    expect(Object.keys(connectionOptionsShape.fields)).toEqual(Object.keys(connectionOptionsSchema.shape));
  });

  test.each(cassettes.map((options) => [options]))('replay: %j', (options) => {
    expect(isReplay(options)).toBe(cassetteOptionsSchema.safeParse(options).success);
  });
});
