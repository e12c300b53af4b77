import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { gdn, inPlace, readUntil, start } from './gdn.ts';
import { textLike } from './matchers.ts';
import { endServers, modeOf, startServer } from './server.ts';
import { testBundle } from './test-bundle.ts';

const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});
const turnSchema = z.looseObject({ turnId: z.string() });
const events = '/agents/hello/default/events';

afterEach(endServers);

describe('gdn serve', () => {
  test.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('answers over HTTP until %s, and leaves no token behind', async (signal, code) => {
    await inPlace(testBundle, async (place) => {
      const server = await startServer(place);
      expect(await modeOf(server.tokenFile)).toBe(0o600);
      expect(await server.ask(events, { input: 'add 1 2' })).toMatchObject({ output: 'It is 3.' });
      expect(await server.end(signal)).toBe(code);
      expect(existsSync(server.tokenFile)).toBe(false);
    });
  });

  test('says where it is and where the token is, on the port and with the token it was given', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['serve', '.', '--token', 'tell-nobody']);
      const said = await readUntil(child.stdout, 'token in');
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
      expect(said).not.toContain('tell-nobody');
      const headers = { authorization: 'Bearer tell-nobody' };
      expect((await fetch(`${url}/agents`, { headers })).status).toBe(200);
      expect((await fetch(`${url}/agents`)).status).toBe(401);
      const port = new URL(url).port;
      const other = await gdn(
        { ...place, env: { ...place.env, GOONDAN_STATE_ROOT: `${place.root}/other` } },
        ['serve', '--port', port, '--json'],
      );
      expect(other.code).toBe(1);
      expect(JSON.parse(other.stdout)).toMatchObject({ error: { code: 'E_HTTP_UNAVAILABLE' } });
      child.kill('SIGTERM');
      await child.exited;
    });
  });

  test('a second process on the workspace fails and names the first; after kill -9 the next takes over', async () => {
    await inPlace(testBundle, async (place) => {
      const server = await startServer(place);
      for (const command of [['serve'], ['run', '--input', 'hello'], ['instance', 'delete', 'default']]) {
        await server.ask(events, { input: 'hello' });
        const { code, stdout } = await gdn(place, [...command, '--json']);
        expect(code).toBe(1);
        expect(JSON.parse(stdout)).toMatchObject({
          error: {
            code: 'E_STORAGE_LOCKED',
            message: textLike(new RegExp(` is in use by gdn serve \\(process ${server.pid}, since `)),
            suggestion: textLike(new RegExp(`kill ${server.pid}`)),
          },
        });
      }
      const { turnId } = turnSchema.parse(await server.ask(events, { input: 'hang', wait: false }));
      await server.end('SIGKILL');
      expect(existsSync(server.tokenFile)).toBe(true);
      // Its file is still there, and nobody answers.
      const cancelled = await gdn(place, ['cancel', turnId, '--json']);
      expect(JSON.parse(cancelled.stdout)).toEqual({ turnId, cancelled: true });
      const next = await startServer(place);
      expect(next.pid).not.toBe(server.pid);
      expect(await readFile(next.tokenFile, 'utf8')).toContain(String(next.pid));
      await next.end();
    });
  });

  test('goes on with what was cut off', async () => {
    await inPlace(testBundle, async (place) => {
      const held = await gdn(place, ['run', '--input', 'danger', '--json']);
      const { turnId, held: calls } = heldSchema.parse(JSON.parse(held.stdout));
      await gdn(place, ['approve', calls[0]?.handle ?? '']);
      const server = await startServer(place);
      const stream = await fetch(`${server.url}/events?token=${server.token}`);
      const turn: unknown = await server.ask(`/turns/${turnId}`);
      if (!JSON.stringify(turn).includes('"completed"') && stream.body !== null)
        await readUntil(stream.body, 'turn.completed');
      expect(await server.ask(`/turns/${turnId}`)).toMatchObject({
        status: 'completed',
        output: 'It is done.',
      });
      await server.end();
    });
  });

  test('bad ports, tokens and bundles are refused before anything starts', async () => {
    await inPlace(testBundle, async (place) => {
      for (const port of ['-1', '65536', 'x', '1.5', ''])
        expect((await gdn(place, ['serve', `--port=${port}`])).code).toBe(2);
      expect((await gdn(place, ['serve', '--token', 'two words'])).code).toBe(2);
      expect((await gdn({ ...place, bundle: place.root }, ['serve'])).code).toBe(3);
    });
  });
});

describe('other commands beside gdn serve', () => {
  test('PEND-3: approve from a second process lets the turn go on at once', async () => {
    await inPlace(testBundle, async (place) => {
      const server = await startServer(place);
      const { turnId, held } = heldSchema.parse(await server.ask(events, { input: 'danger' }));
      const handle = held[0]?.handle ?? '';
      const stream = await fetch(`${server.url}/events?token=${server.token}&turn=${turnId}`);
      const { stdout } = await gdn(place, ['approve', handle, '--edit', '{"text":"calm"}', '--json']);
      expect(JSON.parse(stdout)).toEqual({ handle, status: 'completed' });
      if (stream.body !== null) await readUntil(stream.body, 'turn.completed');
      expect(await server.ask(`/turns/${turnId}`)).toMatchObject({ output: 'It is done.' });
      const again = await gdn(place, ['deny', handle, '--note', 'too late', '--json']);
      expect(again.code).toBe(1);
      expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'E_HANDLE_COMPLETED' } });
      await server.end();
    });
  });

  test('cancel ends a turn that runs there, and looking needs no lock', async () => {
    await inPlace(testBundle, async (place) => {
      const server = await startServer(place);
      const { turnId } = turnSchema.parse(await server.ask(events, { input: 'hang', timeoutMs: 1 }));
      const list = await gdn(place, ['instance', 'list', '--json']);
      expect(JSON.parse(list.stdout)).toMatchObject([
        { agent: 'hello', instanceKey: 'default', openTurns: 1 },
      ]);
      expect((await gdn(place, ['agent', 'list'])).stdout).toMatch(/^hello +entry +1 instance +1 open/);
      const { stdout } = await gdn(place, ['cancel', turnId, '--reason', 'enough', '--json']);
      expect(JSON.parse(stdout)).toEqual({ turnId, cancelled: true });
      const trace = await gdn(place, ['trace', turnId, '--json']);
      expect(trace.code).toBe(0);
      await server.end();
    });
  });

  test('PEND-2: of many who complete a handle by CLI and HTTP one wins', async () => {
    await inPlace(testBundle, async (place) => {
      const server = await startServer(place);
      await server.ask(events, { input: 'later' });
      const byCli = Array.from({ length: 3 }, (_, index) =>
        gdn(place, ['handle', 'complete', 'job-77', '--output', `{"cli":${index}}`, '--json']),
      );
      const byHttp = Array.from({ length: 3 }, (_, index) =>
        server.ask('/handles/job-77', { output: { http: index } }),
      );
      const answers = [
        ...(await Promise.all(byCli)).map(({ stdout }): unknown => JSON.parse(stdout)),
        ...(await Promise.all(byHttp)),
      ];
      const won = answers.filter((answer) => !JSON.stringify(answer).includes('E_HANDLE_COMPLETED'));
      expect(won).toEqual([{ handle: 'job-77', status: 'completed' }]);
      await server.end();
      expect((await gdn(place, ['run', '--resume'])).code).toBe(0);
      expect(JSON.parse((await gdn(place, ['handle', 'show', 'job-77', '--json'])).stdout)).toMatchObject({
        status: 'delivered',
      });
    });
  });
});
