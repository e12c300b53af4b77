import { describe, expect, test } from 'bun:test';
import type { JsonObject, JsonValue, ToolRuntime } from '@goondan/core';
import { ToolExecutor, type ToolResult } from '@goondan/core/tool';
import { call, loadStockTools, scope } from '../stock-tools.ts';

const executor = new ToolExecutor(await loadStockTools());

/** What a model calls, what the runtime is asked, and what the model gets. */
const asked: [name: string, args: JsonObject, passedOn: JsonValue[], output: JsonObject][] = [
  ['request', { target: 'helper', input: 'x' }, [{ agent: 'helper' }, 'x', {}], { output: 'answer' }],
  [
    'request',
    { target: 'helper', input: null, instanceKey: 'k', timeoutMs: 5 },
    [{ agent: 'helper', instanceKey: 'k' }, null, { timeoutMs: 5 }],
    { output: 'answer' },
  ],
  ['send', { target: 'helper', input: [1] }, [{ agent: 'helper' }, [1]], { sent: true }],
  [
    'spawn',
    { target: 'helper', instanceKey: 'k' },
    [{ agent: 'helper', instanceKey: 'k' }],
    { instanceKey: 'k' },
  ],
  ['list', {}, [], { agents: [{ agent: 'helper', instances: ['k'] }] }],
];

describe('COMM-6: the stock tool agents', () => {
  test.each(asked)('%s %j asks the runtime for just that', async (name, args, passedOn, output) => {
    const { result, calls } = await withRuntime(`agents__${name}`, args);
    expect(result).toMatchObject({ status: 'ok', output });
    expect(calls).toEqual([[name, ...passedOn]]);
  });

  test('HAND-1: handoff is pending under the handle the runtime gave', async () => {
    const args = { target: 'helper', input: { work: 1 } };
    const { result, calls } = await withRuntime('agents__handoff', args);
    expect(result).toMatchObject({ status: 'pending', handle: 'h-1' });
    expect(result).not.toHaveProperty('output');
    expect(calls).toEqual([['handoff', { agent: 'helper' }, { work: 1 }]]);
  });

  test('an answer of nothing is an answer', async () => {
    const { result } = await withRuntime('agents__request', { target: 'helper', input: 'x' }, null);
    expect(result).toMatchObject({ status: 'ok', output: { output: null } });
  });

  test.each([
    ['agents__request', {}],
    ['agents__request', { target: 7, input: 'x' }],
    ['agents__request', { target: 'helper', input: 'x', timeoutMs: 3_600_001 }],
    ['agents__send', { target: 'helper', input: 'x', instanceKey: '' }],
    ['agents__handoff', { target: 'helper' }],
    ['agents__spawn', { target: 'helper', instanceKey: 'k'.repeat(257) }],
    ['agents__list', { all: true }],
  ])('%s %j is refused before anybody is asked', async (name, args) => {
    const { result, calls } = await withRuntime(name, args);
    expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(calls).toEqual([]);
  });

  test('without a swarm around it says so', async () => {
    const { error } = await call('agents__list', {});
    expect(error).toMatchObject({ code: 'E_TOOL' });
    expect(error?.message).toContain('needs a running swarm');
  });
});

/** Calls a tool with a runtime that notes what it is asked. */
async function withRuntime(
  name: string,
  args: JsonObject,
  answer: JsonValue = 'answer',
): Promise<{ readonly result: ToolResult; readonly calls: readonly unknown[] }> {
  const calls: unknown[] = [];
  const runtime: ToolRuntime = {
    request: async (...asked) => {
      calls.push(['request', ...asked]);
      return answer;
    },
    send: async (...asked) => void calls.push(['send', ...asked]),
    handoff: async (...asked) => {
      calls.push(['handoff', ...asked]);
      return { handle: 'h-1' };
    },
    list: async () => {
      calls.push(['list']);
      return [{ agent: 'helper', instances: ['k'] }];
    },
    spawn: async (to) => {
      calls.push(['spawn', to]);
      return { instanceKey: to.instanceKey ?? '' };
    },
    sleep: async (ms) => void calls.push(['sleep', ms]),
  };
  const result = await executor.execute({ id: name, name, args }, { ...scope, runtime });
  return { result, calls };
}
