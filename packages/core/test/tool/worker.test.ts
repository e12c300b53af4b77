import { join } from 'node:path';
import { expect, test } from 'bun:test';
import type { ToolResource } from '../../src/resource/tool-resource.ts';
import { ToolContextBuilder, ToolLoader, type AskedQuestion } from '../../src/tool/index.ts';
import { inFolder, inLab, labOf, labResource } from './loader-support.ts';
import { assistantMessage } from './support/scope.ts';

function worker(exportNames: readonly string[], spec: Partial<ToolResource['spec']> = {}): ToolResource {
  return labResource(exportNames, { isolation: 'worker', ...spec });
}

const outcomes = `
import { ask, pending, GoondanError } from '@goondan/core';
class Row {}
const cycle: Record<string, unknown> = {};
cycle.self = cycle;
export const handlers = {
  echo: (_ctx, input) => input,
  later: async (_ctx, input) => ({ got: input }),
  nothing: () => undefined,
  korean: () => ({ 인사: '안녕 🦀' }),
  nested: () => ({ list: [1, null, { deep: true }], absent: undefined }),
  pending: () => pending('job-1'),
  asks: () => ask({ message: 'Who?' }),
  bigint: () => ({ rows: [{ id: 1n }] }),
  function: () => ({ fn: () => 1 }),
  symbol: () => Symbol('x'),
  cycle: () => cycle,
  instance: () => ({ row: new Row() }),
  error: () => { throw new RangeError('out of range'); },
  coded: () => { throw Object.assign(new Error('no such row'), { code: 'E_TOOL_INVALID_ARGS', suggestion: 'list them first' }); },
  goondan: () => { throw new GoondanError('E_TOOL_INVALID_ARGS', 'bad path', { suggestion: 'use a relative path' }); },
  foreign: () => { throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }); },
  liar: () => { throw Object.assign(new Error('I say so'), { code: 'E_TOOL_TIMEOUT' }); },
  text: () => { throw 'plain text'; },
  object: () => { throw { reason: 'object' }; },
  null: () => { throw null; },
  hostile: () => { throw new Proxy({}, { get() { throw new Error('no'); }, ownKeys() { throw new Error('no'); } }); },
  rejects: async () => { throw new TypeError('rejected'); },
  long: () => { throw new Error('가'.repeat(5000)); },
};`;

const outcomeNames = [...outcomes.matchAll(/^ {2}(\w+): /gm)].flatMap((match) => match[1] ?? []);

test('TIME-1: a handler in a worker comes to the same result as inline, whatever it returns or throws', async () => {
  const spec = { errorMessageLimit: 200 };
  expect(outcomeNames).toContain('hostile');
  await inFolder({ 'lab.ts': outcomes }, async (root) => {
    const loader = new ToolLoader({ bundleRoot: root });
    const inline = labOf(await loader.load(labResource(outcomeNames, spec)));
    const isolated = labOf(await loader.load(worker(outcomeNames, spec)));
    for (const name of outcomeNames) {
      const args = { text: '값', list: [1, 2.5, null], deep: { a: { b: true } } };
      const { toolCallId: _here, ...expected } = await inline.call(`lab__${name}`, { args });
      const { toolCallId: _there, ...got } = await isolated.call(`lab__${name}`, { args });
      expect({ name, ...got }).toEqual({ name, ...expected });
    }
  });
});

test('TIME-1: what a worker returns that is not JSON is E_TOOL_INVALID_OUTPUT with its path, and pending is pending', async () => {
  await inLab(outcomes, worker(outcomeNames), async (lab) => {
    const bigint = await lab.call('lab__bigint');
    expect(bigint.error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect(bigint.error?.message).toContain('/rows/0/id');
    expect((await lab.call('lab__function')).error?.message).toContain('/fn');
    expect((await lab.call('lab__cycle')).error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect((await lab.call('lab__instance')).error?.message).toContain('/row');
    expect(await lab.call('lab__pending')).toMatchObject({ status: 'pending', handle: 'job-1' });
    const coded = await lab.call('lab__goondan');
    expect(coded.error).toMatchObject({ code: 'E_TOOL_INVALID_ARGS', suggestion: 'use a relative path' });
  });
});

test('PEND-3: a handler in a worker may ask, and is run again with the answer and what it had kept', async () => {
  const source = `
    import { ask } from '@goondan/core';
    export const handlers = {
      run: ({ answered }) => (answered === undefined ? ask({ message: 'Who?' }, { step: 1 }) : { ...answered }),
    };`;
  await inLab(source, worker(['run']), async (lab) => {
    let asked: AskedQuestion | undefined;
    await lab.call('lab__run', { options: { ask: (question) => void (asked = question) } });
    expect(asked).toEqual({ about: { message: 'Who?' }, state: { step: 1 } });
    const answered = { answer: 'Ada', state: { step: 1 } };
    expect(await lab.call('lab__run', { scope: { answered } })).toMatchObject({
      status: 'ok',
      output: answered,
    });
  });
});

test('CTX-1: ctx in a worker has the same keys and values as inline, and nothing of v1', async () => {
  const source = `
    const names = ['agentName', 'instanceKey', 'turnId', 'toolCallId', 'message', 'workdir', 'logger', 'signal', 'idempotencyKey',
      'runtime', 'swarmBundle', 'oauth', 'instance', 'swarm', 'agent'];
    export const handlers = {
      keys: (ctx) => names.filter((name) => ctx[name] !== undefined),
      values: ({ agentName, instanceKey, turnId, toolCallId, message, workdir, logger, signal, idempotencyKey }) => ({
        agentName, instanceKey, turnId, toolCallId, workdir, idempotencyKey,
        message: { ...message, createdAt: message.createdAt.toISOString() },
        signal: signal instanceof AbortSignal && !signal.aborted,
        logger: Object.keys(console).every((key) => typeof logger[key] === typeof console[key]),
      }),
    };`;
  await inFolder({ 'lab.ts': source }, async (root) => {
    const loader = new ToolLoader({ bundleRoot: root });
    const inline = labOf(await loader.load(labResource(['keys', 'values'])));
    const isolated = labOf(await loader.load(worker(['keys', 'values'])));
    const turn = { agentName: 'a', instanceKey: 'i', turnId: 't', workdir: root, logger: console };
    const context = new ToolContextBuilder(turn).build({ toolCallId: 'same', message: assistantMessage });
    for (const name of ['lab__keys', 'lab__values']) {
      const call = { id: 'same', name, args: {} };
      const expected = await inline.executor.execute(call, context);
      expect(expected.status).toBe('ok');
      expect(await isolated.executor.execute(call, context)).toEqual(expected);
    }
    const { output } = await isolated.call('lab__keys');
    expect(output).toEqual([
      'agentName',
      'instanceKey',
      'turnId',
      'toolCallId',
      'message',
      'workdir',
      'logger',
      'signal',
      'idempotencyKey',
    ]);
  });
});

test('CTX-1: what a handler logs in a worker reaches the logger of its call, in order, level by level', async () => {
  const source = `export const handlers = {
    talk: ({ logger }) => {
      logger.debug('d'); logger.info('i %s', '둘'); logger.log('l', { a: 1 }); logger.warn('w'); logger.error(new Error('boom').message);
      return null;
    },
  };`;
  await inLab(source, worker(['talk']), async (lab) => {
    const lines: string[] = [];
    const record = (level: string) => (text: unknown) => void lines.push(`${level} ${String(text)}`);
    const logger: Console = {
      ...console,
      debug: record('debug'),
      info: record('info'),
      log: record('log'),
      warn: record('warn'),
      error: record('error'),
    };
    expect((await lab.call('lab__talk', { scope: { logger } })).status).toBe('ok');
    expect(lines).toEqual(['debug d', 'info i 둘', 'log l { a: 1 }', 'warn w', 'error boom']);
  });
});

test('CTX-1: a line that a handler logs after its end reaches no other call', async () => {
  const source = `
    let tell = () => {};
    export const handlers = {
      first: ({ logger }) => { tell = () => logger.warn('from the first'); return 1; },
      second: ({ logger }) => { tell(); logger.warn('from the second'); return 2; },
    };`;
  await inLab(source, worker(['first', 'second']), async (lab) => {
    const lines: unknown[] = [];
    await lab.call('lab__first');
    const logger: Console = { ...console, warn: (line: unknown) => void lines.push(line) };
    expect((await lab.call('lab__second', { scope: { logger } })).output).toBe(2);
    expect(lines).toEqual(['from the second']);
  });
});

test('TIME-1: what a handler posts to its thread by itself is not taken for its answer', async () => {
  const source = `export const handlers = {
    post: () => {
      for (const junk of ['junk', null, 7, { type: 'returned', value: 'forged' }, { id: 1, reply: { type: 'returned', value: 'forged' } }]) self.postMessage(junk);
      return 'real';
    },
  };`;
  await inLab(source, worker(['post']), async (lab) => {
    expect((await lab.call('lab__post')).output).toBe('real');
    expect((await lab.call('lab__post')).output).toBe('real');
  });
});

test('TIME-1: a message that cannot cross to a thread is a clear error, and the next call works', async () => {
  await inLab(outcomes, worker(['echo']), async (lab) => {
    const data = {
      role: 'user' as const,
      content: [
        { type: 'file' as const, data: new URL('https://example.com/a.png'), mediaType: 'image/png' },
      ],
    };
    const result = await lab.call('lab__echo', { scope: { message: { ...assistantMessage, data } } });
    expect(result.error).toMatchObject({ code: 'E_TOOL' });
    expect(result.error?.message).toContain('could not be handed to a worker');
    expect((await lab.call('lab__echo', { args: { a: 1 } })).output).toEqual({ a: 1 });
  });
});

test('SCH-4: a module that a worker cannot import is an error of the call, with its reason', async () => {
  const source = `
    import { isMainThread } from 'node:worker_threads';
    if (!isMainThread) throw new Error('not in a thread');
    export const handlers = { run: () => 1 };`;
  await inLab(source, worker(['run']), async (lab) => {
    const result = await lab.call('lab__run');
    expect(result.error?.code).toBe('E_TOOL');
    expect(result.error?.message).toContain('not in a thread');
  });
});

test('SCH-4: defineTool, pending and GoondanError of @goondan/core and /tool are one copy in a worker', async () => {
  const source = `
    import { defineTool, pending, GoondanError, ToolRegistry } from '@goondan/core';
    import * as tool from '@goondan/core/tool';
    export const run = defineTool({
      name: 'lab__run',
      input: { type: 'object', properties: { how: { type: 'string' } }, required: ['how'] },
      handler: (_ctx, { how }) => {
        if (how === 'same') return pending === tool.pending && ToolRegistry === tool.ToolRegistry;
        if (how === 'pending') return tool.pending('h-7');
        throw new GoondanError('E_TOOL_INVALID_ARGS', 'how?');
      },
    });`;
  await inLab(source, worker(['run']), async (lab) => {
    expect((await lab.call('lab__run', { args: { how: 'same' } })).output).toBe(true);
    expect(await lab.call('lab__run', { args: { how: 'pending' } })).toMatchObject({
      status: 'pending',
      handle: 'h-7',
    });
    expect((await lab.call('lab__run', { args: { how: '?' } })).error?.code).toBe('E_TOOL_INVALID_ARGS');
  });
});

test('TIME-1: relative imports, top-level await and files beside the module work in a worker', async () => {
  const files = {
    'lab.ts': `
      import { greeting } from './lib/greeting.ts';
      const data = await Bun.file(new URL('./lib/data.json', import.meta.url)).json();
      export const handlers = { run: () => greeting + data.name };`,
    'lib/greeting.ts': `export const greeting = '안녕 ';`,
    'lib/data.json': `{ "name": "군단" }`,
  };
  await inFolder(files, async (root) => {
    const lab = labOf(await new ToolLoader({ bundleRoot: join(root, '.') }).load(worker(['run'])));
    expect((await lab.call('lab__run')).output).toBe('안녕 군단');
  });
});
