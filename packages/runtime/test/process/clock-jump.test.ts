import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { BusyCalls } from '../../src/engine/local/process/busy-calls.ts';
import { limitAttempt } from '../../src/model/attempt/attempt-limit.ts';
import { systemClock } from '../../src/model/attempt/clock.ts';
import { until } from './support/process-world.ts';

const hourMs = 3_600_000;
const jump = (hours: number): void => void setSystemTime(new Date(Date.now() + hours * hourMs));

afterEach(() => void setSystemTime());

const call = (timeoutMs: number) => ({
  turnId: 't',
  entry: 's0/c0/run',
  toolCallId: 'c',
  toolName: 'x__y',
  timeoutMs,
});

describe('TIME-1: limits are counted in time that passes, not by the time of day', () => {
  test('a call is not late because the clock was put forward', () => {
    const busy = new BusyCalls();
    busy.begin(call(60_000));
    jump(6);
    expect(busy.isAnyLate()).toBe(false);
  });

  test('a call is late though the clock was put back', async () => {
    const busy = new BusyCalls();
    busy.begin(call(5));
    jump(-6);
    await until(() => busy.isAnyLate());
  });

  test('a model that is silent is given up though the clock was put back', async () => {
    const { signal } = new AbortController();
    const limit = limitAttempt({ signal, timeoutMs: 20, clock: systemClock });
    jump(-6);
    await until(() => limit.signal.aborted);
    expect(limit.isTimedOut).toBe(true);
    limit.dispose();
  });
});
