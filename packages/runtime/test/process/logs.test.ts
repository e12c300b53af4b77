import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import type { ProcessBundle } from './support/process-bundle.ts';
import { callsOf, until, withProcesses, type ProcessWorld } from './support/process-world.ts';

const bundle: ProcessBundle = {
  agents: [{ name: 'worker' }, { name: 'other' }],
  timeoutMs: 60_000,
  exports: [
    { name: 'say' },
    { name: 'leak' },
    { name: 'cut' },
    { name: 'much' },
    { name: 'die' },
    { name: 'give' },
  ],
  handlers: `
    const key = process.env.WORKER_API_KEY;
    export const handlers = {
      say: ({ agentName }, { text }) => { console.log('said by ' + agentName, text); console.error('and to stderr'); },
      leak: ({ logger }) => { console.log('key', key, { key }); logger.warn(key); process.stdout.write('raw ' + key + '\\n'); process.stderr.write('raw ' + key + '\\n'); },
      cut: async () => {
        await Bun.write(Bun.stdout, 'y'.repeat(70_000) + key.slice(0, 9));
        await new Promise((done) => setTimeout(done, 50));
        await Bun.write(Bun.stdout, key.slice(9) + '\\n');
      },
      much: () => { const line = 'x'.repeat(1023); for (let index = 0; index < 12 * 1024; index += 1) console.log(line); },
      give: () => process.env.BRAVE_API_KEY,
      die: () => { console.error('last words'); process.exit(4); },
    };`,
};

function logOf({ stateRoot, bundleRoot }: ProcessWorld, agent: string): string {
  return join(workspaceLayout(stateRoot, bundleRoot).agentFolder(agent), 'agent.log');
}

function textIn(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

describe('what agent processes print', () => {
  test('goes to a file for each agent, to the last words of one that dies', async () => {
    await withProcesses(bundle, async (world) => {
      await world.ask('worker', 'say one');
      await world.ask('other', 'say two');
      await world.ask('worker', 'die');
      const [worker, other] = [logOf(world, 'worker'), logOf(world, 'other')];
      await until(() => textIn(worker).includes('last words') && textIn(other).includes('and to stderr'));
      expect(textIn(worker)).toContain('said by worker one');
      expect(textIn(other)).toContain('said by other two');
      expect(textIn(worker)).not.toContain('two');
      expect(textIn(other)).not.toContain('one');
    });
  }, 60_000);

  test('SPEC §12: shows no known secret, however it is printed', async () => {
    const secret = 'sk-very-secret-value-1234';
    await withProcesses(
      { ...bundle, keyVariable: 'WORKER_API_KEY' },
      async (world) => {
        expect(callsOf(await world.ask('worker', 'leak'))).toEqual(['ok']);
        await world.ask('worker', 'say end');
        await until(() => textIn(logOf(world, 'worker')).includes('and to stderr'));
        await until(() => textIn(logOf(world, 'worker')).split('raw ').length === 3);
        // In a line so long that it is written in pieces.
        await world.ask('worker', 'cut');
        await until(() => /y\[secret WORKER_API_KEY\]|y{9}sk-/.test(textIn(logOf(world, 'worker'))));
        expect(textIn(logOf(world, 'worker'))).not.toContain(secret);
      },
      { env: { ...process.env, WORKER_API_KEY: secret } },
    );
  }, 60_000);

  test('SPEC §12: the key of a stock tool that an agent does not have is not in what it records', async () => {
    const secret = 'key-of-a-tool-it-has-not';
    await withProcesses(
      bundle,
      async (world) => {
        expect(callsOf(await world.ask('worker', 'give'))).toEqual(['ok']);
        const journal = workspaceLayout(world.stateRoot, world.bundleRoot).journalOf('worker');
        const recorded = textIn(journal) + textIn(`${journal}-wal`);
        expect(recorded).toContain('[secret BRAVE_API_KEY]');
        expect(recorded).not.toContain(secret);
      },
      { env: { ...process.env, BRAVE_API_KEY: secret } },
    );
  }, 60_000);

  test('does not grow without end: a full file is put aside once', async () => {
    await withProcesses(bundle, async (world) => {
      const path = logOf(world, 'worker');
      for (let round = 0; round < 3; round += 1) await world.ask('worker', 'much');
      await world.ask('worker', 'die');
      await until(() => textIn(path).includes('last words'));
      expect(statSync(path).size).toBeLessThanOrEqual(10 * 1024 * 1024);
      expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(10 * 1024 * 1024);
      expect(existsSync(`${path}.2`)).toBe(false);
    });
  }, 60_000);
});
