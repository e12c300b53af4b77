import { describe, expect, test } from 'bun:test';
import { callerWith, describeTool, outputResult, toolResultOf } from '@goondan/mcp';

describe('describeTool', () => {
  test('says the same in the words of the protocol', () => {
    expect(
      describeTool({
        name: 'a__b',
        title: 'a: b',
        description: 'Does b',
        parameters: { type: 'object', properties: { c: { type: 'string' } } },
        output: { type: 'number' },
        annotations: { readOnly: true, destructive: false, idempotent: true, sequential: true },
        tasks: 'optional',
      }),
    ).toEqual({
      name: 'a__b',
      title: 'a: b',
      description: 'Does b',
      inputSchema: { type: 'object', properties: { c: { type: 'string' } } },
      outputSchema: { type: 'number' },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      execution: { taskSupport: 'optional' },
    });
  });

  test('arguments are an object, also where nothing is declared', () => {
    expect(describeTool({ name: 'a__b' })).toEqual({ name: 'a__b', inputSchema: { type: 'object' } });
    expect(describeTool({ name: 'a__b', parameters: true }).inputSchema).toEqual({ type: 'object' });
    expect(describeTool({ name: 'a__b', parameters: { required: ['c'] } }).inputSchema).toEqual({
      type: 'object',
      required: ['c'],
    });
  });

  test('a list of types and a member that takes anything are spelt out, at any depth; names of members are no keywords', () => {
    const { inputSchema } = describeTool({
      name: 'a__b',
      parameters: {
        type: 'object',
        properties: {
          type: { type: ['string', 'null'], maxLength: 5 },
          deep: {
            type: 'array',
            items: { type: 'object', properties: { any: { description: 'what you like' } } },
          },
        },
      },
    });
    expect(inputSchema).toMatchObject({
      properties: {
        type: { anyOf: [{ type: 'string' }, { type: 'null' }], maxLength: 5 },
        deep: {
          items: {
            properties: {
              any: { description: 'what you like', anyOf: [{ type: 'string' }, {}, {}, {}, {}, {}] },
            },
          },
        },
      },
    });
    expect(inputSchema.properties?.['type']).not.toHaveProperty('type');
  });
});

describe('results', () => {
  const call = { toolCallId: 'c', toolName: 'a__b' };

  test('a text is given as it is, all else as JSON; what is declared is there by its parts too', () => {
    const ok = { ...call, status: 'ok' as const };
    expect(toolResultOf({ ...ok, output: 'hello' }, { isStructured: false })).toEqual({
      content: [{ type: 'text', text: 'hello' }],
    });
    expect(toolResultOf({ ...ok, output: { n: 1 } }, { isStructured: false })).toEqual({
      content: [{ type: 'text', text: '{"n":1}' }],
    });
    expect(toolResultOf({ ...ok, output: [1] }, { isStructured: true })).toEqual({
      content: [{ type: 'text', text: '[1]' }],
      structuredContent: [1],
    });
  });

  test('only what is wholly made of typed parts passes for them', () => {
    const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
    const result = outputResult({ content: [image], structuredContent: { n: 1 } }, { isStructured: false });
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"n":1}' }, image],
      structuredContent: { n: 1 },
    });
    for (const output of [
      { content: [image], more: 1 },
      { content: [image, { type: 'image' }] },
      { content: [] },
      { content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
    ])
      expect(outputResult(output, { isStructured: false }).content).toMatchObject([{ type: 'text' }]);
  });

  test('a failure has its code for the model and by its parts; a pending call its handle', () => {
    const error = {
      code: 'E_TOOL',
      message: 'no',
      suggestion: 'try',
      helpUrl: 'https://x',
      name: 'ToolError',
    };
    expect(toolResultOf({ ...call, status: 'error', error }, { isStructured: true })).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'E_TOOL: no\ntry' }],
      structuredContent: {
        error: { code: 'E_TOOL', message: 'no', suggestion: 'try', helpUrl: 'https://x' },
      },
    });
    const pending = { ...call, status: 'pending' as const, handle: 'h-1' };
    expect(toolResultOf(pending, { isStructured: false })).toMatchObject({
      _meta: { 'ai.goondan/handle': 'h-1' },
    });
    expect(toolResultOf(pending, { isStructured: true })).toMatchObject({ isError: true });
  });
});

test('a caller gets full names, and what begins as its patterns do', () => {
  const caller = callerWith('ci', ['a__b', 'c__*']);
  expect(['a__b', 'a__bc', 'c__d', 'cc__d', 'c'].filter((name) => caller.allows(name))).toEqual([
    'a__b',
    'c__d',
  ]);
});
