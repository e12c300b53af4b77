import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { readUntil, start, type Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { textLike } from './matchers.ts';
import { brokenBundle, testBundle } from './test-bundle.ts';

const reportSchema = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'warn', 'fail']),
      message: z.string(),
      fix: z.string().optional(),
    }),
  ),
});

async function examine(place: Place, args: readonly string[] = []) {
  const { code, stdout } = await gdn(place, ['doctor', '--json', ...args]);
  const { ok, checks } = reportSchema.parse(JSON.parse(stdout));
  const of = (name: string) => checks.find((check) => check.name === name);
  return { code, ok, checks, of };
}

const keyed = testBundle['goondan.yaml']
  .replace(
    'provider: scripted\n  model: script\n',
    'provider: anthropic\n  model: claude\n  apiKey: { valueFrom: { env: MY_KEY } }\n',
  )
  .replace(/ {2}options:\n {4}rules:[^]*?---/, '---');

describe('gdn doctor', () => {
  test('looks at everything a run depends on; all is well in a bundle that works', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, ok, checks } = await examine(place);
      expect({ code, ok }).toEqual({ code: 0, ok: true });
      expect(checks.map(({ name }) => name)).toEqual([
        'bun',
        'node',
        'sandbox',
        'state root',
        'lock',
        'journals',
        'processes',
        'stock',
        'bundle',
        'Model/script',
      ]);
      expect(checks.filter(({ status, fix }) => status !== 'ok' && fix === undefined)).toEqual([]);
      const { stdout } = await gdn(place, ['doctor']);
      expect(stdout).toMatch(/^ok +bun +\d/m);
    });
  });

  test('names a key that is missing, and what to set', async () => {
    await inPlace({ ...testBundle, 'goondan.yaml': keyed }, async (place) => {
      const { code, of } = await examine(place);
      expect(code).toBe(1);
      expect(of('Model/script')).toMatchObject({ status: 'fail', fix: 'Set MY_KEY.' });
      const { of: withKey } = await examine({
        ...place,
        env: { ...place.env, MY_KEY: 'a-very-secret-value' },
      });
      expect(withKey('Model/script')).toEqual({
        name: 'Model/script',
        status: 'ok',
        message: 'its key is set',
      });
    });
  });

  test('says who works here', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang']);
      await readUntil(child.stderr, 'hang has started');
      const { of } = await examine(place);
      expect(of('lock')).toMatchObject({ status: 'warn' });
      expect(of('lock')?.message).toContain(`process ${child.pid}`);
      child.kill('SIGINT');
      await child.exited;
      expect((await examine(place)).of('journals')).toMatchObject({
        status: 'warn',
        fix: textLike(/gdn run --resume/),
      });
    });
  });

  test('finds a damaged journal, an invalid bundle and a state root that cannot be made', async () => {
    await inPlace(brokenBundle, async (place) => {
      const { code, of } = await examine(place);
      expect(code).toBe(1);
      expect(of('bundle')).toMatchObject({ status: 'fail', fix: 'See gdn validate.' });
    });
    await inPlace(testBundle, async (place) => {
      await gdn(place, ['run', '--input', 'hello']);
      const workspaces = join(place.root, 'state/workspaces');
      const [workspace = ''] = await readdir(workspaces);
      const folder = join(workspaces, workspace, 'agents/hello');
      for (const name of await readdir(folder))
        if (name.startsWith('journal.db')) await writeFile(join(folder, name), 'x'.repeat(9000));
      const { code, of } = await examine(place);
      expect(code).toBe(1);
      expect(of('journals')).toMatchObject({ status: 'fail' });
      expect(of('journals')?.message).toContain(join(folder, 'journal.db'));
      await writeFile(join(place.root, 'file'), '');
      const { of: other } = await examine(place, ['--state-root', join(place.root, 'file/state')]);
      expect(other('state root')).toMatchObject({ status: 'fail', fix: textLike(/--state-root/) });
    });
  });

  test('without node and without bubblewrap it warns, and says what to install', async () => {
    await inPlace({}, async (place) => {
      const empty = join(place.root, 'empty');
      await mkdir(empty);
      const { code, of } = await examine({ ...place, env: { ...place.env, PATH: empty } });
      expect(code).toBe(0);
      expect(of('node')).toMatchObject({ status: 'warn', fix: textLike(/Install Node/) });
      expect(of('sandbox')).toMatchObject({ status: 'warn', fix: textLike(/bubblewrap/) });
      expect(of('bundle')).toMatchObject({ status: 'warn', fix: textLike(/gdn init/) });
    });
  });

  test('a bubblewrap that is there and does not work is told apart', async () => {
    await inPlace({}, async (place) => {
      const programs = join(place.root, 'programs');
      await mkdir(programs);
      await writeFile(join(programs, 'bwrap'), '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 9\n');
      await chmod(join(programs, 'bwrap'), 0o755);
      const { of } = await examine({ ...place, env: { ...place.env, PATH: programs } });
      expect(of('sandbox')).toMatchObject({
        status: 'warn',
        message: textLike(/bubblewrap 9 is there, but/),
      });
    });
  });
});
