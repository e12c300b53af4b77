import { describe, expect, test } from 'bun:test';
import type { ToolCallMiddleware } from '../../src/pipeline/tool-call.ts';
import type { Redact } from '../../src/tool/failure.ts';
import { ask } from '../../src/tool/question.ts';
import { unchecked, type LooseHandler } from './support/ill-typed.ts';
import { singleTool, type CallRequest } from './support/single-tool.ts';
import { inTempDir } from './support/temp-dir.ts';

const key = 'sk-test-0123456789-abcdefghijklmnop';

/** Takes the key from JSON data; the very same value where it is not in it. */
const redact: Redact = (value) => {
  const text = JSON.stringify(value);
  return text.includes(key) ? unchecked(JSON.parse(text.replaceAll(key, '[secret]'))) : value;
};

interface Leak {
  readonly handler?: LooseHandler;
  readonly layer?: ToolCallMiddleware;
  readonly fields?: { readonly [field: string]: unknown };
  readonly request?: CallRequest;
}

/** What is told of a call, to a reader who takes whole keys out of it but cannot know a part of one. */
async function told({ handler = () => null, layer, fields = {}, request = {} }: Leak): Promise<string> {
  let text = '';
  await inTempDir(async (workdir) => {
    const middleware = layer === undefined ? [] : [layer];
    const tool = singleTool(handler, fields, { middleware, redact });
    text = JSON.stringify(redact(await tool.call({ ...request, scope: { workdir } })));
  });
  return text;
}

/** A text with the key at a place where the limit of 1000 cuts it in two. */
const long = (at: number): string => `${'x'.repeat(at)}${key}${'y'.repeat(100)}`;
/** Below so many keys of sixty characters. */
const nested = (depth: number, value: unknown): unknown =>
  depth === 0 ? value : { ['n'.repeat(60)]: nested(depth - 1, value) };
const numbers = { type: 'object', additionalProperties: { type: 'number' } };

describe('§12: half a secret is not told where something is cut', () => {
  const leaks: readonly (readonly [what: string, leak: Leak])[] = [
    [
      'the message of a middleware that throws',
      {
        layer: () => {
          throw new Error(long(940));
        },
      },
    ],
    [
      'the message of an error that a middleware answers with',
      {
        layer: async () => ({ toolCallId: '', toolName: '', status: 'error', error: { message: long(960) } }),
      },
    ],
    [
      'the head of a large output that a middleware answers with',
      {
        layer: async () => ({
          toolCallId: '',
          toolName: '',
          status: 'ok',
          output: `${'x'.repeat(4080)}${key}${'y'.repeat(100_000)}`,
        }),
      },
    ],
    [
      'the name of what a handler throws',
      {
        handler: () => {
          throw Object.assign(new Error('no'), { name: `${'x'.repeat(70)}${key}` });
        },
      },
    ],
    [
      'an argument that a middleware put in and the schema refuses',
      {
        fields: { parameters: numbers },
        layer: (context) => {
          context.args = { authorization: `Bearer of the key ${key}` };
          return context.next();
        },
      },
    ],
    [
      'an argument of the call itself that the schema refuses',
      { fields: { parameters: numbers }, request: { args: { authorization: `Bearer of the key ${key}` } } },
    ],
    [
      'a result that does not fit its schema',
      { fields: { output: numbers }, handler: () => ({ authorization: `Bearer of the key ${key}` }) },
    ],
    [
      'the key of an argument that is not JSON',
      { request: { args: unchecked({ [`${'x'.repeat(40)}${key}`]: 1n }) } },
    ],
    [
      'the key of a result that is not JSON',
      { handler: () => ({ list: [{ [`${'x'.repeat(40)}${key}`]: () => 1 }] }) },
    ],
    [
      'a key at the end of a long path to what is not JSON',
      { handler: () => ({ ['a'.repeat(60)]: nested(3, { [`${'x'.repeat(25)}${key}`]: 1n }) }) },
    ],
    [
      'the key of what a middleware answers with',
      {
        layer: async () =>
          unchecked({
            toolCallId: '',
            toolName: '',
            status: 'ok',
            output: { [`${'x'.repeat(40)}${key}`]: 1n },
          }),
      },
    ],
    [
      'the key of a question that is not JSON',
      { handler: () => ask(unchecked({ [`${'x'.repeat(40)}${key}`]: 1n }), null) },
    ],
  ];
  test.each(leaks)('§12: %s', async (_what, leak) => {
    const text = await told(leak);
    expect(text).not.toContain(key.slice(0, 8));
    expect(text).toContain('[secret]');
  });

  test('§12: the reason of a cancellation', async () => {
    const controller = new AbortController();
    const telling = told({
      handler: () => new Promise(() => {}),
      request: { options: { signal: controller.signal } },
    });
    controller.abort(new Error(long(945)));
    expect(await telling).not.toContain(key.slice(0, 8));
  });

  test('§12: what fits only because of the secret, and would not without it, is refused all the same', async () => {
    const fields = { parameters: { properties: { a: { maxLength: 40 }, b: { type: 'number' } } } };
    const args = { a: `${'x'.repeat(10)}${key}`, b: 1 };
    const text = await told({ fields, request: { args } });
    expect(text).toContain('E_TOOL_INVALID_ARGS');
    expect(text).not.toContain(key.slice(0, 8));
  });
});
