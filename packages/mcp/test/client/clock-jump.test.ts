import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { ServerLink } from '../../src/client/server-link.ts';

afterEach(() => void setSystemTime());

test('a server that failed is tried again after its delay, also when the clock was put back meanwhile', async () => {
  const link = new ServerLink({
    key: 'own',
    startTimeoutMs: 1000,
    idleMs: 1000,
    open: () => Promise.reject(new Error('no')),
    onTools: async () => undefined,
    report: () => undefined,
  });
  await link.connection().catch(() => undefined);
  await link.connection().catch(() => undefined);
  setSystemTime(new Date(Date.now() - 6 * 3_600_000));
  expect(link.waitMs).toBeGreaterThan(0);
  expect(link.waitMs).toBeLessThanOrEqual(1_000);
  await link.stop();
});
