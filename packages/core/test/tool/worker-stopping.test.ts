import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { coreSource, inFolder, inLab, labResource, runScript } from './loader-support.ts';
import type { ToolResource } from '../../src/resource/tool-resource.ts';

function worker(exportNames: readonly string[], spec: Partial<ToolResource['spec']> = {}): ToolResource {
  return labResource(exportNames, { isolation: 'worker', ...spec });
}

const rounds = 1000;
const roundMs = 10;

/** Looks again and again, for ten seconds at the most, until there is something to see. */
async function poll<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let round = 0; round < rounds; round += 1) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await Bun.sleep(roundMs);
  }
  return undefined;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** True once a file has not grown for fifty looks in a row; a loop that appends to it never leaves it alone so long. */
async function stopsGrowing(file: string): Promise<boolean> {
  let last = -1;
  let unchanged = 0;
  const stopped = await poll(async () => {
    const size = await sizeOf(file);
    unchanged = size === last ? unchanged + 1 : 0;
    last = size;
    return unchanged >= 50 ? true : undefined;
  });
  return stopped === true;
}

const beating = `
import { appendFileSync } from 'node:fs';
export const handlers = {
  warm: () => null,
  beat: (_ctx, { file }) => { for (let n = 0; ; n += 1) if (n % 1_000_000 === 0) appendFileSync(file, '.'); },
  spin: () => { for (;;) {} },
  ok: (_ctx, input) => input,
};`;

test('TIME-1: a handler that never yields is E_TOOL_TIMEOUT, its thread has really ended, and the next call works', async () => {
  await inLab(beating, worker(['warm', 'beat', 'ok'], { timeoutMs: 1000 }), async (lab, root) => {
    const file = join(root, 'heartbeat');
    await lab.call('lab__warm');
    const result = await lab.call('lab__beat', { args: { file } });
    expect(result.error).toMatchObject({ code: 'E_TOOL_TIMEOUT', name: 'ToolTimeoutError' });
    expect(await stopsGrowing(file)).toBe(true);
    expect((await readFile(file)).length).toBeGreaterThan(0);
    expect((await lab.call('lab__ok', { args: { a: 1 } })).output).toEqual({ a: 1 });
  });
}, 60_000);

test('TIME-1: cancelling a call ends the thread of a handler that never yields', async () => {
  await inLab(beating, worker(['beat', 'ok'], { timeoutMs: 600_000 }), async (lab, root) => {
    const file = join(root, 'heartbeat');
    const cancel = new AbortController();
    const running = lab.call('lab__beat', { args: { file }, options: { signal: cancel.signal } });
    expect(await poll(async () => ((await sizeOf(file)) > 0 ? true : undefined))).toBe(true);
    cancel.abort(new Error('the user said stop'));
    const result = await running;
    expect(result.error?.code).toBe('E_TOOL_CANCELLED');
    expect(result.error?.message).toContain('the user said stop');
    expect(await stopsGrowing(file)).toBe(true);
    expect((await lab.call('lab__ok', { args: { a: 1 } })).output).toEqual({ a: 1 });
  });
}, 60_000);

test('TIME-1: a call that is cancelled before it starts does not run its handler', async () => {
  await inLab(beating, worker(['beat']), async (lab, root) => {
    const file = join(root, 'heartbeat');
    const signal = AbortSignal.abort(new Error('too late'));
    const result = await lab.call('lab__beat', { args: { file }, options: { signal } });
    expect(result.error?.code).toBe('E_TOOL_CANCELLED');
    expect(await stopsGrowing(file)).toBe(true);
    expect(await sizeOf(file)).toBe(0);
  });
});

const crashing = `
export const handlers = {
  exit: () => { process.exit(3); },
  'exit-later': () => new Promise(() => { setTimeout(() => process.exit(0), 1); }),
  rejection: () => new Promise(() => { void Promise.reject(new Error('nobody catches me')); }),
  exception: () => new Promise(() => { setTimeout(() => { throw new Error('thrown in a timer'); }, 1); }),
  text: () => new Promise(() => { setTimeout(() => { throw 'plain text'; }, 1); }),
  ok: (_ctx, input) => input,
};`;

test.each([
  ['exit', 'exited before the handler answered'],
  ['exit-later', 'exited before the handler answered'],
  ['rejection', 'nobody catches me'],
  ['exception', 'thrown in a timer'],
  ['text', 'plain text'],
])('TIME-1: a thread that dies by %s is a clear E_TOOL, and the next call works', async (name, words) => {
  await inLab(crashing, worker([name, 'ok']), async (lab) => {
    const result = await lab.call(`lab__${name}`);
    expect(result.error?.code).toBe('E_TOOL');
    expect(result.error?.message).toContain(words);
    expect((await lab.call('lab__ok', { args: { a: 1 } })).output).toEqual({ a: 1 });
  });
});

test.each([['process.exit(0)'], ["Promise.reject(new Error('late'))"], ["throw new Error('late')"]])(
  'TIME-1: a thread that dies while it is idle (%s) costs no later call',
  async (effect) => {
    const source = `
    import { existsSync, writeFileSync } from 'node:fs';
    export const handlers = {
      leave: (_ctx, { file }) => {
        process.on('exit', () => writeFileSync(file, 'gone'));
        setTimeout(() => { ${effect}; }, 1);
        return 'left';
      },
      ok: (_ctx, input) => input,
    };`;
    await inLab(source, worker(['leave', 'ok'], { timeoutMs: 5000 }), async (lab, root) => {
      const file = join(root, 'gone');
      expect((await lab.call('lab__leave', { args: { file } })).output).toBe('left');
      expect(await poll(async () => ((await sizeOf(file)) > 0 ? true : undefined))).toBe(true);
      // The thread has said goodbye; its end reaches the host as an event of its own.
      const works = await poll(async () => ((await lab.call('lab__ok')).status === 'ok' ? true : undefined));
      expect(works).toBe(true);
      expect((await lab.call('lab__ok', { args: { a: 1 } })).output).toEqual({ a: 1 });
    });
  },
  60_000,
);

test('PAR-1: two calls at once run in two threads: each waits, without yielding, for the other to have started', async () => {
  const source = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { threadId } from 'node:worker_threads';
    export const handlers = {
      meet: ({ workdir }, { own, other }) => {
        writeFileSync(join(workdir, own), '');
        while (!existsSync(join(workdir, other))) {}
        return threadId;
      },
    };`;
  await inLab(source, worker(['meet']), async (lab, root) => {
    const scope = { workdir: root };
    const [left, right] = await Promise.all([
      lab.call('lab__meet', { args: { own: 'a', other: 'b' }, scope }),
      lab.call('lab__meet', { args: { own: 'b', other: 'a' }, scope }),
    ]);
    expect([left.status, right.status]).toEqual(['ok', 'ok']);
    expect(left.output).not.toBe(right.output);
  });
}, 60_000);

test('TIME-1: fifty calls one after the other use one thread and load the module in it once', async () => {
  const source = `
    import { threadId } from 'node:worker_threads';
    let calls = 0;
    export const handlers = { count: () => ({ threadId, calls: (calls += 1) }) };`;
  await inLab(source, worker(['count']), async (lab) => {
    const first = await lab.call('lab__count');
    const threads = new Set<unknown>();
    let last: unknown;
    for (let call = 1; call < 50; call += 1) {
      const { output } = await lab.call('lab__count');
      threads.add(JSON.stringify(output).replace(/"calls":\d+/, ''));
      last = output;
    }
    expect(threads.size).toBe(1);
    expect(last).toMatchObject({ calls: 50 });
    expect(first.output).toMatchObject({ calls: 1 });
  });
});

test('TIME-1: fifty calls at once all answer, each its own', async () => {
  await inLab(beating, worker(['ok']), async (lab) => {
    const calls = Array.from({ length: 50 }, (_, index) => lab.call('lab__ok', { args: { index } }));
    const outputs = (await Promise.all(calls)).map((result) => result.output);
    expect(outputs).toEqual(Array.from({ length: 50 }, (_, index) => ({ index })));
  });
}, 60_000);

const script = (body: string): string => `
  import { ToolExecutor, ToolLoader, ToolRegistry } from '${coreSource}/index.ts';
  const loader = new ToolLoader({ bundleRoot: import.meta.dir });
  const { handlers } = await import('./lab.ts');
  const exports = Object.keys(handlers).map((name) => ({ name }));
  const registry = new ToolRegistry();
  const spec = { entry: './lab.ts', isolation: 'worker', timeoutMs: 600_000, exports };
  for (const tool of await loader.load({ apiVersion: 'goondan.ai/v1', kind: 'Tool', metadata: { name: 'lab' }, spec })) registry.register(tool);
  const executor = new ToolExecutor(registry);
  const message = { id: 'm', data: { role: 'assistant', content: '' }, metadata: {}, createdAt: new Date(), source: { type: 'system' } };
  const scope = { agentName: 'a', instanceKey: 'i', turnId: 't', message, workdir: '.', logger: console };
  const call = (name, options) => executor.execute({ id: name, name: 'lab__' + name, args: {} }, scope, options);
  ${body}`;

const lab = `export const handlers = {
  ok: () => 'fine',
  leave: () => { setInterval(() => {}, 1000); return 'left an interval'; },
  spin: () => { for (;;) {} },
  crash: () => new Promise(() => { setTimeout(() => { throw new Error('thrown in a timer'); }, 1); }),
};`;

test.each([
  ['an idle thread', `console.log((await call('ok')).output);`, 'fine\n'],
  [
    'an idle thread with a timer of its own',
    `console.log((await call('leave')).output);`,
    'left an interval\n',
  ],
  [
    'a thread that was stopped',
    `const cancel = new AbortController(); const running = call('spin', { signal: cancel.signal }); cancel.abort(); console.log((await running).error.code);`,
    'E_TOOL_CANCELLED\n',
  ],
  [
    'a call that could not be handed over',
    `message.metadata = { fn: () => 1 }; console.log((await call('ok')).error.code);`,
    'E_TOOL\n',
  ],
  [
    'a thread that crashed, told by what was thrown and not by an excerpt of the source,',
    `console.log((await call('crash')).error.message, (await call('ok')).output);`,
    'The handler did not answer: the worker crashed: thrown in a timer fine\n',
  ],
])(
  'TIME-1: %s does not keep the process alive',
  async (_title, body, expected) => {
    await inFolder({ 'lab.ts': lab }, async (root) => {
      const run = await runScript(script(body), { cwd: root });
      expect(run).toEqual({ exitCode: 0, stdout: expected, stderr: '' });
    });
  },
  60_000,
);

test('TIME-1: a process waits for a call that runs in a worker', async () => {
  await inFolder({ 'lab.ts': lab }, async (root) => {
    const body = `await call('ok'); void call('ok').then((result) => console.log(result.output));`;
    expect((await runScript(script(body), { cwd: root })).stdout).toBe('fine\n');
  });
}, 60_000);

/** Loops that do most of their work outside JavaScript, each leaving a trace of itself. */
const native = `
  import { appendFileSync, existsSync } from 'node:fs';
  const trace = (name, n) => { if (n % 1000 === 0) appendFileSync(name, '.'); };
  export const handlers = {
    clock: () => { for (let n = 0; ; n += 1) { Date.now(); trace('clock', n); } },
    exists: () => { for (let n = 0; ; n += 1) { existsSync('/nowhere'); trace('exists', n); } },
    append: () => { for (;;) appendFileSync('append', '.'); },
    promises: async () => { for (let n = 0; ; n += 1) { await null; trace('promises', n); } },
  };`;

test('TIME-1: where BUN_JSC_usePollingTraps is set, loops of native calls and of promises are ended too', async () => {
  const body = `
    const { stat } = await import('node:fs/promises');
    const sizeOf = (file) => stat(file).then(({ size }) => size, () => 0);
    for (const name of Object.keys(handlers)) {
      const cancel = new AbortController();
      const running = call(name, { signal: cancel.signal });
      while ((await sizeOf(name)) === 0) await Bun.sleep(1);
      cancel.abort();
      await running;
      let last = -1;
      let unchanged = 0;
      for (let round = 0; round < 1000 && unchanged < 50; round += 1) {
        const size = await sizeOf(name);
        unchanged = size === last ? unchanged + 1 : 0;
        last = size;
        await Bun.sleep(10);
      }
      console.log(name, unchanged === 50 ? 'ended' : 'still runs');
    }
    process.exit(0);`;
  await inFolder({ 'lab.ts': native }, async (root) => {
    // Without it JavaScriptCore may not see for seconds that a thread shall end.
    const run = await runScript(script(body), { cwd: root, env: { BUN_JSC_usePollingTraps: '1' } });
    expect(run.stdout).toBe('clock ended\nexists ended\nappend ended\npromises ended\n');
  });
}, 60_000);
