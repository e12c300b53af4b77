import type { LanguageModelV4FilePart, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'bun:test';
import type { CoreMessage } from '@goondan/core';
import { promptOf } from '../../src/model/prompt/prompt-of.ts';
import { toolsOf } from '../../src/model/prompt/tools-of.ts';

function sent(...messages: CoreMessage[]): LanguageModelV4Prompt {
  return promptOf(undefined, messages);
}

type UserContent = Extract<CoreMessage, { role: 'user' }>['content'];

const pixel = 'iVBORw0KGgo=';

describe('MODEL: a conversation as it is sent', () => {
  test('begins with the instructions, when there are any', () => {
    expect(promptOf('Be brief.', [])).toEqual([{ role: 'system', content: 'Be brief.' }]);
    expect(promptOf('', [{ role: 'system', content: 'x' }])).toEqual([{ role: 'system', content: 'x' }]);
  });

  test('has contents that are plain strings as one text', () => {
    expect(sent({ role: 'user', content: 'hi' }, { role: 'assistant', content: 'ho' })).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'ho' }] },
    ]);
  });

  test('leaves out empty texts and messages, which providers refuse', () => {
    const empty: CoreMessage[] = [
      { role: 'user', content: '' },
      { role: 'assistant', content: [{ type: 'text', text: '' }] },
      { role: 'tool', content: [] },
    ];
    expect(sent(...empty)).toEqual([]);
  });

  test.each<[UserContent, Omit<LanguageModelV4FilePart, 'type'>]>([
    [
      [{ type: 'image', image: new URL('https://x.test/a.png') }],
      { mediaType: 'image', data: { type: 'url', url: new URL('https://x.test/a.png') } },
    ],
    [
      [{ type: 'image', image: 'https://x.test/a.png', mediaType: 'image/png' }],
      { mediaType: 'image/png', data: { type: 'url', url: new URL('https://x.test/a.png') } },
    ],
    [
      [{ type: 'image', image: `data:image/png;base64,${pixel}` }],
      { mediaType: 'image/png', data: { type: 'data', data: pixel } },
    ],
    [[{ type: 'image', image: pixel }], { mediaType: 'image', data: { type: 'data', data: pixel } }],
    [
      [{ type: 'image', image: new Uint8Array([1]) }],
      { mediaType: 'image', data: { type: 'data', data: new Uint8Array([1]) } },
    ],
    [
      [{ type: 'file', data: new Uint8Array([1]).buffer, mediaType: 'application/pdf', filename: 'a.pdf' }],
      { mediaType: 'application/pdf', filename: 'a.pdf', data: { type: 'data', data: new Uint8Array([1]) } },
    ],
    [
      [{ type: 'file', data: 'data:text/plain,%ED%95%9C', mediaType: 'text/plain' }],
      { mediaType: 'text/plain', data: { type: 'data', data: Buffer.from('한').toString('base64') } },
    ],
    [
      [{ type: 'file', data: { type: 'text', text: 'hi' }, mediaType: 'text/plain' }],
      { mediaType: 'text/plain', data: { type: 'text', text: 'hi' } },
    ],
    [
      [{ type: 'file', data: { openai: 'file-1' }, mediaType: 'text/plain' }],
      { mediaType: 'text/plain', data: { type: 'reference', reference: { openai: 'file-1' } } },
    ],
  ])('has images and files in every form: case %#', (content, expected) => {
    expect(sent({ role: 'user', content })).toEqual([
      { role: 'user', content: [{ type: 'file', ...expected }] },
    ]);
  });

  test('gives thoughts, calls and results back with what belongs to their provider', () => {
    const providerOptions = { anthropic: { signature: 's' } };
    const prompt = sent(
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'a__b', input: { x: 1 }, providerOptions },
          { type: 'file', data: pixel, mediaType: 'image/png' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'a__b',
            output: { type: 'error-json', value: { code: 'E' } },
          },
        ],
      },
    );
    expect(prompt).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'a__b', input: { x: 1 }, providerOptions },
          { type: 'file', data: { type: 'data', data: pixel }, mediaType: 'image/png' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'a__b',
            output: { type: 'error-json', value: { code: 'E' } },
          },
        ],
      },
    ]);
  });

  test('gives the results of one step back together', () => {
    const result = (toolCallId: string): CoreMessage => ({
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId, toolName: 'a__b', output: { type: 'text', value: toolCallId } },
      ],
    });
    const messages = [result('c1'), result('c2')];
    const prompt = sent(...messages, { role: 'user', content: 'go on' }, result('c3'));
    expect(prompt.map(({ role, content }) => [role, content.length])).toEqual([
      ['tool', 2],
      ['user', 1],
      ['tool', 1],
    ]);
    expect(sent(...messages)).toEqual(sent(...messages));
    expect(messages.map(({ content }) => content.length)).toEqual([1, 1]);
  });

  test('has no call that a provider refuses for ever: its arguments are an object, its name and id are legal', () => {
    const [call, result] = sent(
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a:1', toolName: 'files.read!', input: '{"x": ' }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a:1',
            toolName: 'files.read!',
            output: { type: 'text', value: '' },
          },
        ],
      },
    ).map(({ content }) => content[0]);
    expect(call).toMatchObject({ input: { malformed: '{"x": ' } });
    const names = [call, result].map((part) =>
      typeof part === 'object' && 'toolName' in part ? part : undefined,
    );
    for (const part of names) {
      expect(part?.toolName).toMatch(/^[\w-]{1,64}$/);
      expect(part?.toolCallId).toMatch(/^[\w-]{1,64}$/);
    }
    expect(names[0]?.toolCallId).toBe(names[1]?.toolCallId ?? '');
    expect(names[0]?.toolName).toBe(names[1]?.toolName ?? '');
  });

  test('has the older forms of contents of a tool as files', () => {
    const prompt = sent({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'a__b',
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'a' },
              { type: 'image-data', data: pixel, mediaType: 'image/png' },
              { type: 'file-url', url: 'https://x.test/a' },
              { type: 'file-id', fileId: 'f1' },
            ],
          },
        },
      ],
    });
    expect(prompt[0]?.content[0]).toMatchObject({
      output: {
        value: [
          { type: 'text', text: 'a' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: pixel } },
          { type: 'file', data: { type: 'url' } },
          { type: 'text', text: 'file f1' },
        ],
      },
    });
  });
});

describe('MODEL: tools as they are shown', () => {
  test('always have an object with properties for a schema', () => {
    const schemas = toolsOf([
      { name: 'a__a' },
      { name: 'a__b', parameters: true },
      { name: 'a__c', parameters: { properties: { x: {} } } },
      { name: 'a__d', parameters: { type: 'object' } },
    ]).map(({ inputSchema }) => JSON.stringify(inputSchema));
    expect(schemas).toEqual([
      '{"type":"object","properties":{}}',
      '{"type":"object","properties":{}}',
      '{"type":"object","properties":{"x":{}}}',
      '{"type":"object","properties":{}}',
    ]);
  });

  test('are made once for each item', () => {
    const items = [{ name: 'a__a', description: 'A' }];
    expect(toolsOf(items)[0]).toBe(toolsOf([...items])[0] ?? { type: 'function', name: '', inputSchema: {} });
  });
});
