import { describe, expect, test } from 'bun:test';
import { chatProblem, claudeProblem, responsesProblem, type WireJudge } from './support/wire-problem.ts';

const user = { role: 'user', content: 'go' };
const chatCall = (id: string, name = 'a__b', text = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: text } }],
});
const chatResult = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });
const use = (id: string, input: unknown = {}) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'a__b', input }],
});
const result = (id: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }],
});
const item = (call_id: string) => ({ type: 'function_call', call_id, name: 'a__b', arguments: '{}' });
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'x' });

const cases: [string, WireJudge, unknown, string | undefined][] = [
  ['chat, whole', chatProblem, { messages: [user, chatCall('1'), chatResult('1'), user] }, undefined],
  ['chat, no result', chatProblem, { messages: [user, chatCall('1'), user] }, 'no result for 1'],
  [
    'chat, no result at the end',
    chatProblem,
    { messages: [user, chatCall('1')] },
    'no result for 1 at the end',
  ],
  [
    'chat, a stray result',
    chatProblem,
    { messages: [user, chatResult('1')] },
    'a result for 1, which is no open call',
  ],
  [
    'chat, the same id twice',
    chatProblem,
    { messages: [user, chatCall('1'), chatResult('1'), chatCall('1'), chatResult('1')] },
    'the id 1 twice in one turn',
  ],
  [
    'chat, an answer before the result',
    chatProblem,
    { messages: [user, chatCall('1'), { role: 'assistant', content: 'hm' }, chatResult('1')] },
    'no result for 1',
  ],
  ['chat, a bad name', chatProblem, { messages: [chatCall('1', 'a b')] }, 'the name "a b"'],
  ['chat, an empty id', chatProblem, { messages: [chatCall('')] }, 'the id ""'],
  [
    'chat, half arguments',
    chatProblem,
    { messages: [chatCall('1', 'a', '{"x"')] },
    'arguments of 1 that are no object',
  ],
  ['claude, whole', claudeProblem, { messages: [user, use('1'), result('1')] }, undefined],
  ['claude, no result', claudeProblem, { messages: [user, use('1'), user] }, 'no result for 1'],
  [
    'claude, no object',
    claudeProblem,
    { messages: [user, use('1', 'x')] },
    'arguments of 1 that are no object',
  ],
  ['claude, an empty text', claudeProblem, { messages: [{ role: 'user', content: '' }] }, 'an empty text'],
  [
    'responses, whole',
    responsesProblem,
    { input: [user, item('1'), item('2'), output('2'), output('1'), user] },
    undefined,
  ],
  [
    'responses, no result',
    responsesProblem,
    { input: [user, item('1'), item('2'), output('1')] },
    'no result for 2 at the end',
  ],
];

describe('the judge of requests on the wire', () => {
  test.each(cases)('%s', (_title, judge, body, expected) => {
    expect(judge(body)).toBe(expected);
  });
});
