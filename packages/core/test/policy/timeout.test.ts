import * as fc from 'fast-check';
import { expect, test } from 'bun:test';
import { timeoutOf } from '../../src/policy/timeout.ts';

const policy = { timeoutMs: 30_000, maxTimeoutMs: 600_000 };

test('TIME-1: a tool without a limit of its own gets the policy’s', () => {
  expect(timeoutOf(policy, { timeoutMs: undefined, annotations: {} })).toBe(30_000);
});

test('TIME-1: a tool’s own limit holds, smaller or larger than the policy’s, up to maxTimeoutMs', () => {
  const own = (timeoutMs: number) => timeoutOf(policy, { timeoutMs, annotations: {} });
  expect([own(10), own(120_000), own(600_000), own(600_001)]).toEqual([10, 120_000, 600_000, 600_000]);
});

test('TIME-1: maxTimeoutMs binds the policy’s own default too', () => {
  const tight = { timeoutMs: 30_000, maxTimeoutMs: 5000 };
  expect(timeoutOf(tight, { timeoutMs: undefined, annotations: {} })).toBe(5000);
});

test('TIME-1: a tool that orchestrates has no limit but its own', () => {
  const orchestrates = { orchestrates: true };
  expect(timeoutOf(policy, { timeoutMs: undefined, annotations: orchestrates })).toBe(Infinity);
  expect(timeoutOf(policy, { timeoutMs: 50, annotations: orchestrates })).toBe(50);
  expect(timeoutOf(policy, { timeoutMs: undefined, annotations: { orchestrates: false } })).toBe(30_000);
});

test('TIME-1: no tool that does not orchestrate ever gets more than maxTimeoutMs', () => {
  const limit = fc.integer({ min: 1, max: 2_147_483_647 });
  fc.assert(
    fc.property(limit, limit, fc.option(limit, { nil: undefined }), (timeoutMs, maxTimeoutMs, own) => {
      const given = timeoutOf({ timeoutMs, maxTimeoutMs }, { timeoutMs: own, annotations: {} });
      expect(given).toBeLessThanOrEqual(maxTimeoutMs);
      expect(given).toBeGreaterThanOrEqual(1);
    }),
  );
});
