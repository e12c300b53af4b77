import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { ToolExecutor, type ToolResult } from '@goondan/core/tool';
import { call, loadStockTools, scope } from '../stock-tools.ts';

const executor = new ToolExecutor(await loadStockTools(), {
  policy: { tools: { timeoutMs: 20, maxTimeoutMs: 20 } },
});
const day = 86_400_000;
const asked = new Date('2026-11-16T09:00:00.000Z');

/** Calls a tool in a runtime whose sleep ends at once, and says how long each was to be. */
async function wait(name: string, args: JsonObject): Promise<{ result: ToolResult; slept: number[] }> {
  const slept: number[] = [];
  const none = (): never => {
    throw new Error('Only sleep was expected.');
  };
  const runtime = {
    request: none,
    send: none,
    handoff: none,
    list: none,
    spawn: none,
    sleep: async (ms: number) => void slept.push(ms),
  };
  const message = { ...scope.message, createdAt: asked };
  const result = await executor.execute({ id: 'c', name, args }, { ...scope, message, runtime });
  return { result, slept };
}

describe('wait__for', () => {
  test.each([
    [{ seconds: 1.5 }, 1500],
    [{ ms: 250 }, 250],
    [{ seconds: 2, ms: 5 }, 2005],
    [{ seconds: 86_400 }, day],
  ])('%j sleeps durably for %d ms', async (args, ms) => {
    const { result, slept } = await wait('wait__for', args);
    expect(result).toMatchObject({ status: 'ok', output: { waitedMs: ms } });
    expect(slept).toEqual([ms]);
  });

  test('nothing to wait for is over at once', async () => {
    const { result, slept } = await wait('wait__for', { seconds: 0 });
    expect(result).toMatchObject({ status: 'ok', output: { waitedMs: 0 } });
    expect(slept).toEqual([]);
  });

  test('thirty days are slept in slices that a timer can count, the same ones each time', async () => {
    const first = await wait('wait__for', { seconds: 30 * 86_400 });
    expect(first.slept).toEqual([20 * day, 10 * day]);
    expect((await wait('wait__for', { ms: 30 * day })).slept).toEqual(first.slept);
  });

  test.each([
    [{}, 'Example: {"seconds":30}'],
    [{ seconds: -1 }, 'Example: {"seconds":30}'],
    [{ seconds: '5' }, 'Example: {"seconds":30}'],
    [{ ms: 0.5 }, 'Example: {"seconds":30}'],
    [{ seconds: 30 * 86_400 + 1 }, 'Example: {"seconds":30}'],
    [{ minutes: 5 }, 'Example: {"seconds":30}'],
    [{ seconds: 30 * 86_400, ms: 1 }, 'Wait 30 days at the most.'],
  ])('%j is refused with what to send instead', async (args, suggestion) => {
    const { result, slept } = await wait('wait__for', args);
    expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(result.error?.suggestion).toContain(suggestion);
    expect(slept).toEqual([]);
  });
});

describe('wait__until', () => {
  test('the same moment in any offset is the same wait', async () => {
    for (const time of [
      '2026-11-17T09:00:00Z',
      '2026-11-17T18:00:00+09:00',
      '2026-11-17T18:00+0900',
      '2026-11-17t09:00:00.000z',
    ]) {
      const { result } = await wait('wait__until', { time });
      expect(result).toMatchObject({
        status: 'ok',
        output: { time: '2026-11-17T09:00:00.000Z', waitedMs: day },
      });
    }
  });

  test('each slice lasts to the moment itself, however late it begins', async () => {
    // By the clock of this machine the moment is long past or far ahead; no slice is longer than a timer counts.
    const { slept } = await wait('wait__until', { time: '2026-12-16T08:00:00Z' });
    expect(slept).toHaveLength(2);
    for (const ms of slept) {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThanOrEqual(20 * day);
    }
  });

  test.each([
    ['2026-11-16T08:59:59Z', 'has passed: it was 2026-11-16T09:00:00.000Z', 'Give a later moment'],
    ['2026-12-16T09:00:01Z', 'more than 30 days away', 'Wait 30 days at the most.'],
    ['2026-11-17T09:00:00', 'does not say in which time zone', 'Add the offset: 2026-11-17T09:00:00+09:00.'],
    ['2026-11-17 09:00', 'does not say in which time zone', 'Add the offset: 2026-11-17T09:00+09:00.'],
    ['2026-11-17', 'does not say in which time zone', 'Add the offset: 2026-11-17T09:00:00+09:00.'],
    ['2027-02-30T09:00:00Z', 'is no moment', 'in the form of 2026-11-16T09:00:00Z'],
    ['2026-11-17T25:00:00Z', 'is no moment', 'in the form of'],
    ['tomorrow', 'is no moment', 'in the form of'],
    ['1763283600', 'is no moment', 'in the form of'],
  ])('%s is refused: it %s', async (time, message, suggestion) => {
    const { result, slept } = await wait('wait__until', { time });
    expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(result.error?.message).toContain(message);
    expect(result.error?.suggestion).toContain(suggestion);
    expect(slept).toEqual([]);
  });

  test('what a refusal suggests instead is accepted', async () => {
    const { result } = await wait('wait__until', { time: '2026-11-17 09:00' });
    const time = /Add the offset: (.+)\.$/.exec(result.error?.suggestion ?? '')?.[1] ?? '';
    expect((await wait('wait__until', { time })).result.status).toBe('ok');
  });
});

test('without a swarm around it says so', async () => {
  for (const [name, args] of [
    ['wait__for', { seconds: 1 }],
    ['wait__until', { time: '2026-11-17T09:00:00Z' }],
  ] as const) {
    const { error } = await call(name, args);
    expect(error).toMatchObject({ code: 'E_TOOL' });
    expect(error?.message).toContain('needs a running swarm');
  }
});
