import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restartDelay } from '../../src/engine/local/process/restart-delay.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { failureOf } from '../engine/open-engine.ts';
import { textOf } from '../turn/support/text-of.ts';
import { writeProcessBundle, type ProcessBundle } from './support/process-bundle.ts';
import {
  addressOf,
  callsOf,
  inFolder,
  isAlive,
  openWorld,
  pidsIn,
  until,
  withProcesses,
} from './support/process-world.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const plain: ProcessBundle = {
  agents: [{ name: 'worker' }, { name: 'other' }, { name: 'apart', isolation: 'instance' }],
  timeoutMs: 60_000,
  exports: [{ name: 'exit' }, { name: 'pid' }, { name: 'wait' }],
  handlers: `
    import { appendFileSync } from 'node:fs';
    export const handlers = {
      exit: () => process.exit(1),
      pid: () => process.pid,
      wait: (_, { text }) => { appendFileSync(text, process.pid + '\\n'); return new Promise(() => {}); },
    };`,
};

/** The module ends its process when it is imported there, until the file is taken away. */
function deadly(root: string): ProcessBundle {
  return {
    agents: [{ name: 'worker' }, { name: 'other', hasTool: false }],
    exports: [{ name: 'fine' }],
    handlers: `
      import { existsSync } from 'node:fs';
      if (process.send !== undefined && process.argv[1].endsWith('child.ts') && existsSync(${JSON.stringify(join(root, 'deadly'))})) process.exit(7);
      export const handlers = { fine: () => 'fine' };`,
  };
}

/** More than the descriptors that may be open for another reason. */
const restarts = byTier({ full: 50, short: 12 });

describe('supervision', () => {
  test('a process that crashes is started again at once, then after 1 s doubling to 300 s', () => {
    const delays = Array.from({ length: 16 }, (_, index) => restartDelay(index + 1));
    expect(delays).toEqual([
      0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
    ]);
  });

  test('COMM-5: while it crashes again and again that can be seen; events are kept and handled once it is mended', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, deadly(root));
      writeFileSync(join(root, 'deadly'), '');
      const { engine, ask, warnings } = await openWorld(root);
      await engine.start();
      try {
        expect(await failureOf(ask('worker/a', 'fine'))).toMatchObject({ code: 'E_AGENT_CRASHED' });
        expect(engine.status()[0]).toMatchObject({
          agent: 'worker',
          state: 'waiting',
          pid: null,
          crashes: 6,
        });
        expect(engine.status()[0]?.restartAt).toBeGreaterThan(Date.now());
        expect(warnings()).toContain('exit code 7');
        // Accepted by nobody's process: durable all the same.
        const later = await engine.send(addressOf('worker/b'), inputEvent('fine'));
        const dropped = await engine.send(addressOf('worker/c'), inputEvent('fine'));
        expect(await engine.cancel(dropped.turnId)).toBe(true);
        expect(await failureOf(ask('worker/b', 'fine'))).toMatchObject({ code: 'E_AGENT_CRASHED' });
        await Bun.file(join(root, 'deadly')).delete();
        await until(() => engine.openTurns().length === 0);
        expect(callsOf(await engine.attach(later.turnId))).toEqual(['ok']);
        expect((await engine.attach(dropped.turnId)).status).toBe('cancelled');
        expect(engine.status()[0]?.crashes).toBe(0);
      } finally {
        await engine.stop();
      }
    });
  }, 120_000);

  test('stopped while it waits to be started again, it goes on in the next life', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, deadly(root));
      writeFileSync(join(root, 'deadly'), '');
      const first = await openWorld(root);
      await first.engine.start();
      expect(await failureOf(first.ask('worker/a', 'fine'))).toMatchObject({ code: 'E_AGENT_CRASHED' });
      const { turnId } = await first.engine.send(addressOf('worker/a'), inputEvent('fine'));
      await first.engine.stop();
      await Bun.file(join(root, 'deadly')).delete();
      const second = await openWorld(root);
      await second.engine.start();
      expect(second.engine.openTurns()).toHaveLength(2);
      second.engine.resume();
      expect(callsOf(await second.engine.attach(turnId))).toEqual(['ok']);
      await second.engine.stop();
    });
  }, 120_000);

  test('PEND-3: stopped while a person is asked, it still waits in the next life', async () => {
    await inFolder(async (root) => {
      const policy = { tools: { approvals: [{ tool: 'probe__pid' }] } };
      await writeProcessBundle(root, { ...plain, agents: [{ name: 'worker', policy }] });
      const first = await openWorld(root);
      const held = Promise.withResolvers<string>();
      first.engine.observe((event) => {
        if (event.type === 'tool.held') held.resolve(textOf(event.attributes?.handle));
      });
      await first.engine.start();
      const { turnId } = await first.engine.send(addressOf('worker'), inputEvent('pid'));
      const handle = await held.promise;
      await first.engine.stop();
      const second = await openWorld(root);
      await second.engine.start();
      second.engine.resume();
      // Its process dies while it waits: the next one waits on.
      await until(() => second.engine.status()[0]?.state === 'running');
      process.kill(second.engine.status()[0]?.pid ?? 0, 'SIGKILL');
      await second.engine.complete(handle, { decision: 'approve' });
      expect(callsOf(await second.engine.attach(turnId))).toEqual(['ok']);
      await second.engine.stop();
    });
  }, 60_000);

  test('an extension that fails to load ends turns with its code, and no process', async () => {
    await withProcesses(
      {
        ...plain,
        agents: [{ name: 'worker', extensions: ['broken'] }],
        extensions: { broken: `export const register = () => { throw new Error('no'); };` },
      },
      async ({ ask, engine }) => {
        for (let round = 0; round < 3; round += 1)
          expect(await ask('worker', 'pid')).toMatchObject({
            status: 'failed',
            error: { code: 'E_EXTENSION_INIT' },
          });
        expect(engine.status()[0]).toMatchObject({ state: 'running', crashes: 0 });
      },
    );
  }, 60_000);

  test('stopping ends whoever waits with E_RUN_INTERRUPTED, twice is once, and it can be started again', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, plain);
      const { engine, ask } = await openWorld(root);
      await engine.start();
      const mark = join(root, 'mark');
      const waiting = failureOf(ask('worker', `wait ${mark}`));
      await until(() => existsSync(mark));
      await Promise.all([engine.stop({ graceMs: 0 }), engine.stop({ graceMs: 0 })]);
      await engine.stop();
      expect(await waiting).toMatchObject({ code: 'E_RUN_INTERRUPTED' });
      expect(pidsIn(mark).filter(isAlive)).toEqual([]);
      await engine.start();
      const [turn] = engine.resume();
      expect(callsOf(await engine.attach(turn?.turnId ?? ''))).toEqual(['E_TOOL_CANCELLED']);
      expect(callsOf(await ask('worker', 'pid'))).toEqual(['ok']);
      await engine.stop();
    });
  }, 60_000);

  test('stopped while its processes start, nothing is left and nothing is lost', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, plain);
      const first = await openWorld(root);
      await first.engine.start();
      const sent = failureOf(first.engine.send(addressOf('worker'), inputEvent('pid')));
      await until(() => first.engine.status()[0]?.pid !== null);
      expect(first.engine.status()[0]?.state).toBe('starting');
      const pid = first.engine.status()[0]?.pid ?? 0;
      await first.engine.stop();
      expect(isAlive(pid)).toBe(false);
      const wasRefused = (await sent) !== undefined;
      const second = await openWorld(root);
      await second.engine.start();
      expect(second.engine.openTurns()).toHaveLength(wasRefused ? 0 : 1);
      await second.engine.stop();
    });
  }, 60_000);

  test('two orchestrators on one workspace: the second is E_STORAGE_LOCKED', async () => {
    await withProcesses(plain, async ({ root, ask }) => {
      const second = await openWorld(root);
      expect(await failureOf(second.engine.start())).toMatchObject({ code: 'E_STORAGE_LOCKED' });
      expect(callsOf(await ask('worker', 'pid'))).toEqual(['ok']);
    });
  }, 60_000);

  test('an agent with nothing to do is put to sleep, and woken by the next event', async () => {
    await withProcesses(
      plain,
      async ({ ask, engine, warnings }) => {
        const { toolCalls } = await ask('worker', 'pid');
        const first = Number(toolCalls[0]?.result.output);
        await until(() => engine.status()[0]?.state === 'asleep');
        expect(isAlive(first)).toBe(false);
        const { toolCalls: again } = await ask('worker', 'pid');
        expect(Number(again[0]?.result.output)).not.toBe(first);
        expect(engine.status()[0]?.crashes).toBe(0);
        expect(warnings()).toBe('');
      },
      { idleMs: 1 },
    );
  }, 60_000);

  test('isolation: instance: a process for each, that goes down alone, and goes on after a restart', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, plain);
      const first = await openWorld(root);
      await first.engine.start();
      const pid = async (to: string): Promise<number> =>
        Number((await first.ask(to, 'pid')).toolCalls[0]?.result.output);
      const [a, b] = [await pid('apart/a'), await pid('apart/b')];
      expect(a).not.toBe(b);
      expect(callsOf(await first.ask('apart/a', 'exit'))).toEqual(['E_TOOL_OUTCOME_UNKNOWN']);
      expect([(await pid('apart/a')) === a, (await pid('apart/b')) === b]).toEqual([false, true]);
      const mark = join(root, 'mark');
      const { turnId } = await first.engine.send(addressOf('apart/a'), inputEvent(`wait ${mark}`));
      await until(() => existsSync(mark));
      await first.engine.stop({ graceMs: 0 });
      const second = await openWorld(root);
      await second.engine.start();
      expect(second.engine.openTurns()).toMatchObject([{ agent: 'apart', instanceKey: 'a', turnId }]);
      second.engine.resume();
      expect(callsOf(await second.engine.attach(turnId))).toEqual(['E_TOOL_CANCELLED']);
      expect(callsOf(await second.ask('apart/b', 'pid'))).toEqual(['ok']);
      await second.engine.stop();
    });
  }, 60_000);

  test('what a turn came to in an earlier life can be asked for', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, plain);
      const first = await openWorld(root);
      await first.engine.start();
      const { turnId } = await first.ask('worker', 'pid');
      await first.engine.stop();
      const second = await openWorld(root);
      await second.engine.start();
      expect((await second.engine.attach(turnId)).status).toBe('completed');
      expect(await failureOf(second.engine.attach('nobody'))).toMatchObject({
        code: 'E_AGENT_TURN_NOT_FOUND',
      });
      await second.engine.stop();
    });
  }, 60_000);

  test.each([
    ['kept', 2],
    ['once', 1],
  ] as const)(
    '%s: a process at hand is used, and %d are there afterwards; none when it is closed',
    async (processes, left) => {
      await inFolder(async (root) => {
        await writeProcessBundle(root, plain);
        const others = new Set(childrenOfThis());
        const children = (): number[] => childrenOfThis().filter((pid) => !others.has(pid));
        const { engine, ask } = await openWorld(root, { processes });
        await engine.start();
        await until(() => children().length === 1);
        const [spare] = children();
        const { toolCalls } = await ask('worker', 'pid');
        expect(toolCalls[0]?.result.output).toBe(spare ?? 0);
        await until(() => children().length === left);
        await engine.stop();
        expect(children()).toEqual([]);
      });
    },
    60_000,
  );

  test('restarts leak no descriptors', async () => {
    await withProcesses(plain, async ({ ask, engine }) => {
      const open = (): number => readdirSync('/proc/self/fd').length;
      await ask('worker', 'exit');
      const before = open();
      for (let round = 0; round < restarts; round += 1) {
        expect(callsOf(await ask('worker', 'exit'))).toEqual(['E_TOOL_OUTCOME_UNKNOWN']);
        // With the next one at hand, as at first.
        await until(() => engine.status()[0]?.state === 'running');
      }
      await until(() => open() <= before + 4);
    });
  }, 120_000);
});

/** The agent processes that this one has started. */
function childrenOfThis(): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter(
    (pid) => parentOf(pid) === process.pid && fileOf(pid, 'cmdline').includes('child.ts') && isAlive(pid),
  );
}

function parentOf(pid: number): number {
  return Number(/\) . (\d+)/.exec(fileOf(pid, 'stat'))?.[1] ?? 0);
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
