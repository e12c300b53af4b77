import { expect, test } from 'bun:test';
import {
  ask,
  ToolExecutor,
  ToolRegistry,
  type AskedQuestion,
  type ToolHandler,
} from '../../src/tool/index.ts';
import { scopeOf } from './support/scope.ts';

function executorOf(handler: ToolHandler): ToolExecutor {
  const registry = new ToolRegistry();
  registry.register({ name: 'lab__run', handler });
  return new ToolExecutor(registry);
}

const call = { id: 'c1', name: 'lab__run', args: {} };

test('PEND-3: a handler that asks is told of, and run again with the answer and what it had kept', async () => {
  const executor = executorOf(({ answered }) =>
    answered === undefined ? ask({ message: 'Who?' }, { step: 1 }) : { ...answered },
  );
  let asked: AskedQuestion | undefined;
  await executor.execute(call, scopeOf(), { ask: (question) => void (asked = question) });
  expect(asked).toEqual({ about: { message: 'Who?' }, state: { step: 1 } });
  const answered = { answer: 'Ada', state: { step: 1 } };
  expect(await executor.execute(call, { ...scopeOf(), answered })).toMatchObject({
    status: 'ok',
    output: answered,
  });
});

test('PEND-3: where nobody can be asked the call is E_TOOL_UNANSWERED', async () => {
  const executor = executorOf(async () => ask({ message: 'Who?' }));
  expect(await executor.execute(call, scopeOf())).toMatchObject({
    status: 'error',
    error: { code: 'E_TOOL_UNANSWERED' },
  });
});

test('ERR-1: a question that is no JSON is E_TOOL_INVALID_OUTPUT, and asks nobody', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const executor = executorOf(() => ask({ message: 'Who?' }));
  const broken = executorOf(() => Object.assign(ask({}), { about: circle }));
  let count = 0;
  const options = { ask: () => void (count += 1) };
  expect(await broken.execute(call, scopeOf(), options)).toMatchObject({
    error: { code: 'E_TOOL_INVALID_OUTPUT' },
  });
  expect(count).toBe(0);
  await executor.execute(call, scopeOf(), options);
  expect(count).toBe(1);
});
