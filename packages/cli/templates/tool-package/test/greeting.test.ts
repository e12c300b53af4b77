import { expect, test } from 'bun:test';
import { ToolContextBuilder, ToolExecutor, ToolRegistry } from '@goondan/core/tool';
import { hello } from '../tools/greeting/index.ts';

const registry = new ToolRegistry();
registry.register(hello);
const executor = new ToolExecutor(registry);
const turn = { agentName: 'test', instanceKey: 'test', turnId: 'test', workdir: '.', logger: console };
const data = { role: 'assistant', content: '' } as const;
const source = { type: 'assistant', stepIndex: 0 } as const;
const message = { id: 'm', data, metadata: {}, createdAt: new Date(0), source };
const context = new ToolContextBuilder(turn).build({ toolCallId: 'c', message });

test('greets in the language it is asked for', async () => {
  const args = { name: '세종', language: 'ko' };
  const { output } = await executor.execute({ id: 'c', name: 'greeting__hello', args }, context);
  expect(output).toEqual({ text: '안녕하세요, 세종!' });
});

test('says what is wrong with its arguments', async () => {
  const { error } = await executor.execute({ id: 'c', name: 'greeting__hello', args: {} }, context);
  expect(error).toMatchObject({ code: 'E_TOOL_INVALID_ARGS', message: 'greeting__hello: /name is required' });
});
