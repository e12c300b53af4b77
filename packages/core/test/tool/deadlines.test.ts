import { describe, expect, test } from 'bun:test';
import { Deadlines, type Timed, type TimedList } from '../../src/tool/deadlines.ts';

/** Something with a limit that says when it expired. */
class Entry implements Timed {
  readonly timeoutMs: number;
  readonly #startedAt: number;
  readonly expired: Promise<void>;
  isExpired = false;
  reads = 0;
  deadlineList: TimedList | undefined = undefined;
  deadlinePrevious: Timed | undefined = undefined;
  deadlineNext: Timed | undefined = undefined;
  readonly #onExpire: () => void;
  #resolve: () => void = () => {};

  constructor(timeoutMs: number, onExpire: () => void = () => {}, startedAt = performance.now()) {
    this.timeoutMs = timeoutMs;
    this.#startedAt = startedAt;
    this.#onExpire = onExpire;
    this.expired = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get startedAt(): number {
    this.reads += 1;
    return this.#startedAt;
  }

  expire(): void {
    expect(this.isExpired).toBe(false);
    expect(performance.now()).toBeGreaterThanOrEqual(this.#startedAt + this.timeoutMs);
    this.isExpired = true;
    this.#onExpire();
    this.#resolve();
  }
}

describe('Deadlines', () => {
  test('TIME-1: every entry expires once, none before its limit', async () => {
    const deadlines = new Deadlines();
    const entries = Array.from({ length: 2000 }, (_, index) => new Entry(1 + (index % 37)));
    for (const entry of entries) deadlines.add(entry);
    await Promise.all(entries.map((entry) => entry.expired));
  });

  test('TIME-1: entries of one limit expire in order of start, in whatever order they were added', async () => {
    const order: number[] = [];
    const deadlines = new Deadlines();
    const start = performance.now();
    const entries = [3, 0, 4, 1, 2].map((late) => new Entry(20, () => order.push(late), start + late / 10));
    for (const entry of entries) deadlines.add(entry);
    await Promise.all(entries.map((entry) => entry.expired));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  test('TIME-1: an entry that was removed never expires, young or aged, and twice is harmless', async () => {
    const deadlines = new Deadlines();
    const young = new Entry(5);
    const aged = new Entry(600);
    const last = new Entry(620);
    deadlines.add(young);
    deadlines.remove(young);
    deadlines.remove(young);
    deadlines.add(aged);
    deadlines.add(last);
    await Bun.sleep(10);
    deadlines.remove(aged);
    deadlines.remove(aged);
    await last.expired;
    expect([young.isExpired, aged.isExpired]).toEqual([false, false]);
  });

  test('TIME-1: removing from the start, the middle and the end leaves the others', async () => {
    const deadlines = new Deadlines();
    const entries = Array.from({ length: 9 }, () => new Entry(20));
    for (const entry of entries) deadlines.add(entry);
    for (const index of [0, 4, 8, 1, 7]) {
      const entry = entries[index];
      if (entry !== undefined) deadlines.remove(entry);
    }
    for (const index of [2, 3, 5, 6]) await entries[index]?.expired;
    expect(entries.map((entry) => entry.isExpired)).toEqual([
      false,
      false,
      true,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test('TIME-1: an entry that started earlier but was added later does not wait for the one before it', async () => {
    const deadlines = new Deadlines();
    const inner = new Entry(60_000);
    const outer = new Entry(60_000, () => {}, performance.now() - 59_990);
    deadlines.add(inner);
    deadlines.add(outer);
    await outer.expired;
    expect(inner.isExpired).toBe(false);
    deadlines.remove(inner);
  });

  test('TIME-1: an entry may remove others and add new ones while it expires', async () => {
    const deadlines = new Deadlines();
    const start = performance.now();
    const victim = new Entry(10, () => {}, start);
    const added = new Entry(5, () => {}, start);
    const first = new Entry(
      10,
      () => {
        deadlines.remove(victim);
        deadlines.add(added);
      },
      start,
    );
    deadlines.add(first);
    deadlines.add(victim);
    await added.expired;
    expect(victim.isExpired).toBe(false);
  });

  test('TIME-1: a limit longer than any timer does not keep the process busy', async () => {
    const deadlines = new Deadlines();
    const entry = new Entry(10 ** 12);
    deadlines.add(entry);
    await Bun.sleep(60);
    expect(entry.reads).toBeLessThan(10);
    deadlines.remove(entry);
  });
});

describe('the process', () => {
  /** Runs a module in a process of its own and answers how it ended. */
  async function run(source: string): Promise<{ readonly exitCode: number; readonly output: string }> {
    const core = new URL('../../src/tool/index.ts', import.meta.url).href;
    const child = Bun.spawn([process.execPath, '-e', source.replaceAll('@core', core)], {
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [output, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    return { exitCode, output };
  }

  const prelude = `
    import { ToolExecutor, ToolRegistry } from '@core';
    const registry = new ToolRegistry();
    const scope = { agentName: 'a', instanceKey: 'i', turnId: 't', message: {}, workdir: '/', logger: console };
    const call = (name, signal) => new ToolExecutor(registry).execute({ id: 'c', name, args: {} }, scope, { signal });
  `;

  test('TIME-1: a process that made one call exits as soon as it has ended, not when its limit would have', async () => {
    const { exitCode, output } = await run(`${prelude}
      registry.register({ name: 'a__b', timeoutMs: 500_000, handler: async () => { await Bun.sleep(20); return 'done'; } });
      console.log((await call('a__b')).output);
    `);
    expect([exitCode, output]).toEqual([0, 'done\n']);
  });

  test('TIME-1: a process whose only call was cancelled exits, too', async () => {
    const { exitCode, output } = await run(`${prelude}
      registry.register({ name: 'a__b', timeoutMs: 500_000, handler: () => new Promise(() => {}) });
      const controller = new AbortController();
      const running = call('a__b', controller.signal);
      await Bun.sleep(20);
      controller.abort('stop');
      console.log((await running).error.code);
    `);
    expect([exitCode, output]).toEqual([0, 'E_TOOL_CANCELLED\n']);
  });

  test('TIME-1: a call whose handler waits for nothing keeps the process until its limit, so that it is told', async () => {
    const { exitCode, output } = await run(`${prelude}
      registry.register({ name: 'a__b', timeoutMs: 30, handler: () => new Promise(() => {}) });
      console.log((await call('a__b')).error.code);
    `);
    expect([exitCode, output]).toEqual([0, 'E_TOOL_TIMEOUT\n']);
  });
});
