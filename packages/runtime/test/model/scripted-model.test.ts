import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'bun:test';
import { createScriptedModel } from '@goondan/runtime/model';

const rules = [
  {
    when: { user: '(\\d[\\d+*/ -]*)\\?' },
    text: 'Let me see.',
    calls: [
      {
        tool: 'calculator__evaluate',
        args: { expression: '{{match.1}}', options: { exact: true, tags: ['{{input}}'] } },
      },
    ],
  },
  {
    when: { after: 'calculator__evaluate', status: 'error' as const },
    text: 'I could not: {{result.message}}',
  },
  {
    when: { after: 'calculator__evaluate', user: '(\\d[\\d+*/ -]*)\\?' },
    text: '{{match.1}} is {{result.value}}.',
  },
  { when: { user: '^loop$' }, calls: [{ tool: 'a__b' }, { tool: 'a__c', args: { again: '{{results}}' } }] },
  { when: { user: '^안녕' }, text: '안녕하세요 👋  친구' },
];
const model = createScriptedModel('hello', { rules });

function user(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function called(toolCallId: string, toolName: string): LanguageModelV4Message {
  return { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: {} }] };
}

function result(
  toolName: string,
  value: { value: number } | { message: string },
  type: 'json' | 'error-json' = 'json',
): LanguageModelV4Message {
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'call-1', toolName, output: { type, value } }],
  };
}

async function answer(...prompt: LanguageModelV4Message[]) {
  const { content, finishReason } = await model.doGenerate({ prompt });
  return { content, reason: finishReason.unified };
}

describe('a scripted model', () => {
  test('answers a person by the first rule that matches, with the groups of its pattern filled in', async () => {
    expect(await answer(user('what is 2+3*4?'))).toEqual({
      reason: 'tool-calls',
      content: [
        { type: 'text', text: 'Let me see.' },
        {
          type: 'tool-call',
          toolCallId: 'call-1',
          toolName: 'calculator__evaluate',
          input: JSON.stringify({ expression: '2+3*4', options: { exact: true, tags: ['what is 2+3*4?'] } }),
        },
      ],
    });
  });

  test('answers the result of a tool, told apart by its status', async () => {
    const before = [user('what is 2+3*4?'), called('call-1', 'calculator__evaluate')];
    expect(await answer(...before, result('calculator__evaluate', { value: 14 }))).toEqual({
      reason: 'stop',
      content: [{ type: 'text', text: '2+3*4 is 14.' }],
    });
    const failed = await answer(
      ...before,
      result('calculator__evaluate', { message: 'too hard' }, 'error-json'),
    );
    expect(failed.content).toEqual([{ type: 'text', text: 'I could not: too hard' }]);
  });

  test('gives calls ids that no earlier call of the conversation has, the same in every replay', async () => {
    const prompt = [user('x'), called('call-1', 'a__b'), result('a__b', { value: 1 }), user('loop')];
    const ids = (await answer(...prompt)).content.map((part) =>
      part.type === 'tool-call' ? part.toolCallId : '',
    );
    expect(ids).toEqual(['call-2', 'call-3']);
    expect(await answer(...prompt)).toEqual(await answer(...prompt));
  });

  test('streams the same text in pieces and the same calls whole', async () => {
    for (const prompt of [[user('안녕')], [user('what is 1+1?')]]) {
      const { stream } = await model.doStream({ prompt });
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of stream) parts.push(part);
      const { content, finishReason, usage } = await model.doGenerate({ prompt });
      const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
      expect(text).toBe(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      expect(parts.filter((part) => part.type === 'tool-call')).toEqual(
        content.filter((part) => part.type === 'tool-call'),
      );
      expect(parts.at(-1)).toEqual({ type: 'finish', finishReason, usage });
    }
  });

  test('says E_MODEL_SCRIPT when no rule matches or a template names nothing', async () => {
    const failure = async (prompt: LanguageModelV4Message[], by = model) => {
      try {
        return await by.doGenerate({ prompt });
      } catch (thrown) {
        return String(thrown);
      }
    };
    expect(await failure([user('who are you')])).toBe(
      'ModelScriptError: No rule of the script answers "who are you".',
    );
    expect(await failure([user('x'), called('call-1', 'a__b'), result('a__b', { value: 1 })])).toContain(
      'the result of a__b',
    );
    const broken = createScriptedModel('broken', { rules: [{ text: '{{result.value}} {{__proto__.x}}' }] });
    expect(await failure([user('x')], broken)).toContain(
      '{{result.value}} names something that is not there',
    );
    const hostile = createScriptedModel('hostile', { rules: [{ text: '{{constructor}}' }] });
    expect(await failure([user('x')], hostile)).toContain(
      '{{constructor}} names something that is not there',
    );
  });

  test('reads the first text of a result with contents as JSON where it is some', async () => {
    const shown = async (text: string) => {
      const output = { type: 'content' as const, value: [{ type: 'text' as const, text }] };
      const results: LanguageModelV4Message = {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'call-1', toolName: 'calculator__evaluate', output }],
      };
      return (await answer(user('what is 1+1?'), called('call-1', 'calculator__evaluate'), results)).content;
    };
    expect(await shown('{"value":2}')).toEqual([{ type: 'text', text: '1+1 is 2.' }]);
    expect(shown('two')).rejects.toThrow('{{result.value}} names something that is not there');
  });

  test('stops when it was aborted before it began', async () => {
    const abortSignal = AbortSignal.abort(new Error('enough'));
    expect(model.doGenerate({ prompt: [user('안녕')], abortSignal })).rejects.toThrow('enough');
  });

  test.each([
    [{}, 'rules'],
    [{ rules: [] }, 'rules'],
    [{ rules: [{ when: { user: '(' }, text: 'x' }] }, 'is not a regular expression'],
    [{ rules: [{ when: { user: 'x' } }] }, 'needs text, calls or both'],
    [{ rules: [{ txt: 'x' }] }, 'txt'],
  ])('refuses the script %j and says why', (options, why) => {
    expect(() => createScriptedModel('hello', options)).toThrow(why);
  });
});
