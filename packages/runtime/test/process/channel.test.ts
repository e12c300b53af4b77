import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { double, sample } from 'fast-check';
import { creditFrames } from '../../src/engine/local/process/credited-pipe.ts';
import { channelEnd } from './support/channel-pair.ts';
import { inFolder } from './support/process-world.ts';

const result = (id: number, value: unknown): object => ({ kind: 'result', id, text: JSON.stringify(value) });

describe('IPC-1: the channel between the orchestrator and a process', () => {
  test('10,000 late, second, disordered and invented answers: none is given to another call', async () => {
    await inFolder(async (root) => {
      const end = channelEnd(root);
      const { channel, violations } = end;
      const random = sample(double({ min: 0, max: 1, noNaN: true }), { numRuns: 20_000, seed: 7 });
      const chance = (): number => random.pop() ?? 0;
      const calls = Array.from({ length: 2_000 }, (_, index) => ({
        id: index + 1,
        answer: channel.call('ping', index),
      }));
      const ids = calls.map(({ id }) => id);
      ids.sort(() => chance() - 0.5);
      let wrong = 0;
      for (const id of ids) {
        end.give(result(id, id));
        for (let extra = 0; extra < 5; extra += 1) {
          // Of a call that has been answered, or of one there never was.
          const other = chance() < 0.5 ? id : 1_000_000 + Math.floor(chance() * 1_000_000);
          end.give(chance() < 0.5 ? result(other, -1) : failure(other));
          wrong += 1;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(wrong).toBe(10_000);
      expect(await Promise.all(calls.map(({ answer }) => answer))).toEqual(calls.map(({ id }) => id));
      expect(violations).toEqual([]);
    });
  }, 60_000);

  test.each([
    ['no envelope', 'garbage', 'what is no envelope'],
    ['no sequence of ours', { ack: 0, seq: 2, frame: null }, 'a frame out of order'],
    ['one that was there before', { ack: 0, seq: 0, frame: null }, 'what is no envelope'],
    ['taking what was not sent', { ack: 9 }, 'an acknowledgement of what was not sent'],
    ['another form', { ack: 0, seq: 1, frame: { kind: 'order' } }, 'a frame of another form'],
    [
      'too long a text',
      { ack: 0, seq: 1, frame: { kind: 'notice', method: 'known', text: `"${'x'.repeat(300_000)}"` } },
      'a frame that is empty or too long',
    ],
    [
      'no value',
      { ack: 0, seq: 1, frame: { kind: 'notice', method: 'known' } },
      'a frame that is empty or too long',
    ],
    [
      'a method that there is not',
      { ack: 0, seq: 1, frame: { kind: 'call', id: 1, method: 'toString', text: '1' } },
      'a call of what there is not',
    ],
    [
      'a file elsewhere',
      { ack: 0, seq: 1, frame: { kind: 'notice', method: 'known', file: '../../etc/passwd' } },
      'a file of another name',
    ],
  ])('a side that sends %s is not trusted any further', async (_, envelope, reason) => {
    await inFolder(async (root) => {
      let known = 0;
      const end = channelEnd(root, { known: () => void (known += 1) });
      end.channel.receive(envelope);
      expect({ violations: end.violations, known }).toEqual({ violations: [reason], known: 0 });
    });
  });

  test('a value left behind is read from a file of that folder only, never through a link', async () => {
    await inFolder(async (root) => {
      const taken: unknown[] = [];
      const end = channelEnd(root, { known: (value) => void taken.push(value) });
      const [real, link] = ['0', '1'].map((digit) => `${digit.repeat(36)}.json`);
      mkdirSync(join(root, 'spill'));
      writeFileSync(join(root, 'spill', real ?? ''), '"left"');
      writeFileSync(join(root, 'secret'), '"secret"');
      symlinkSync(join(root, 'secret'), join(root, 'spill', link ?? ''));
      end.give({ kind: 'notice', method: 'known', file: real });
      end.give({ kind: 'notice', method: 'known', file: link });
      expect({ taken, violations: end.violations }).toEqual({
        taken: ['left'],
        violations: ['a file of another kind'],
      });
    });
  });

  test('values of any size arrive as they were sent, in order', async () => {
    await inFolder(async (root) => {
      const taken: number[] = [];
      const left = channelEnd(root);
      const right = channelEnd(root, { take: (value) => void taken.push(JSON.stringify(value).length - 2) });
      const sizes = [1, 300_000, 5, 70_000, 2_000_000, 3];
      for (const size of sizes) left.channel.notice('take', 'x'.repeat(size));
      for (const envelope of left.sent) right.channel.receive(envelope);
      expect(taken).toEqual(sizes);
      expect(left.sent.every((envelope) => JSON.stringify(envelope).length < 300_000)).toBe(true);
    });
  });

  test('no more is sent than the other side takes; the rest waits, in order, and goes when it does', async () => {
    await inFolder(async (root) => {
      const left = channelEnd(root);
      for (let index = 0; index < 1_000; index += 1) left.channel.notice('take', index);
      expect(left.sent).toHaveLength(creditFrames);
      expect(left.channel.underway).toBe(1_000);
      while (left.channel.underway > 0) left.channel.receive({ ack: left.sent.length });
      expect(left.sent.map(({ seq }) => seq)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    });
  });

  test('credit goes by size too, and both sides of it agree: large frames never wait for nothing', async () => {
    await inFolder(async (root) => {
      const taken: true[] = [];
      const left = channelEnd(root);
      const right = channelEnd(root, { take: () => void taken.push(true) });
      for (let index = 0; index < 50; index += 1) left.channel.notice('take', 'x'.repeat(200_000));
      expect(left.sent.length).toBeLessThan(10);
      for (let from = 0; taken.length < 50;) {
        for (const envelope of left.sent.slice(from)) right.channel.receive(envelope);
        from = left.sent.length;
        await new Promise((resolve) => setImmediate(resolve));
        for (const envelope of right.sent.splice(0)) left.channel.receive(envelope);
      }
      expect(right.violations).toEqual([]);
    });
  });

  test('a side that sends on without credit is not trusted any further', async () => {
    await inFolder(async (root) => {
      let taken = 0;
      const end = channelEnd(root, { take: () => void (taken += 1) });
      for (let index = 0; index < 100_000; index += 1)
        end.give({ kind: 'notice', method: 'take', text: '1' });
      expect(end.violations).toEqual(['more than it had credit for']);
      expect(taken).toBe(creditFrames);
    });
  });

  test('a side that never takes what it asked for is not waited for without end', async () => {
    await inFolder(async (root) => {
      const end = channelEnd(root, {}, 1_000_000);
      for (let index = 0; end.violations.length === 0; index += 1)
        end.channel.notice('take', 'x'.repeat(100_000));
      expect(end.violations).toEqual(['no sign that it takes what it is sent']);
    });
  });
});

function failure(id: number): object {
  return { kind: 'failure', id, error: { code: 'E_TOOL', message: 'forged' } };
}
