import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { modes } from '../bash/bash-calls.ts';
import { canaries, canary, canaryEnvironment, declared, formsOf, withheld } from './canaries.ts';
import { ChildEnvironments } from './child-environments.ts';
import { findCanaries, findInFolder } from './find-canaries.ts';
import { scriptOf, writeLeakyBundle } from './leaky-bundle.ts';
import { startLoopback, type Loopback } from './loopback.ts';

const runner = fileURLToPath(new URL('swarm-run.ts', import.meta.url));
const gdn = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const typed = declared.map(({ value }) => value).join(' ');

test('there are twenty canaries, and what looks for them finds each in each of its forms', () => {
  expect(canaries).toHaveLength(20);
  for (const one of canaries) {
    for (const form of formsOf(one.value))
      expect(findCanaries('here', `<${form}>`, canaries).some((found) => found.includes(one.name))).toBe(
        true,
      );
    const inside = Buffer.from(`user:${one.value}@`).toString('base64');
    expect(findCanaries('here', inside, canaries)).not.toEqual([]);
  }
  expect(findCanaries('here', 'nothing', canaries)).toEqual([]);
});

describe.each(modes)('SPEC §12, POL-5: of twenty canaries, with permissions.sandbox %s,', (sandbox) => {
  let root = '';
  let bundle = '';
  let loopback: Loopback;
  let env: Record<string, string>;
  let printed = '';
  let whileOpen: string[] = [];
  let children: ChildEnvironments | undefined;
  let child: Bun.Subprocess<'pipe', 'pipe', 'pipe'> | undefined;

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'goondan-canaries-')));
    loopback = startLoopback();
    const place = { root, port: loopback.port, sandbox };
    bundle = writeLeakyBundle(place);
    env = {
      ...canaryEnvironment,
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      BUN_JSC_usePollingTraps: '1',
      GOONDAN_STATE_ROOT: join(root, 'state'),
      WEB_SEARCH_PROVIDER: 'brave',
      BRAVE_API_URL: `http://127.0.0.1:${loopback.port}/search`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${loopback.port}`,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    };
    const inputs = [
      ...Object.keys(scriptOf(place))
        .filter((input) => input !== 'danger')
        .map((input) => ({ agent: 'worker', input: `${input} ${typed}` })),
      ...['wired', 'valued'].flatMap((agent) => [
        { agent, input: 'speak' },
        { agent, input: 'please fail' },
      ]),
    ];
    child = Bun.spawn([process.execPath, '--no-install', runner, bundle, join(root, 'state')], {
      env,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    children = new ChildEnvironments(child.pid);
    const errors = new Response(child.stderr).text();
    await child.stdin.write(`${JSON.stringify({ inputs, typed })}\n`);
    await child.stdin.flush();
    const output = child.stdout.getReader();
    const decoder = new TextDecoder();
    while (!printed.endsWith('\n')) {
      const { value } = await output.read();
      if (value === undefined) break;
      printed += decoder.decode(value, { stream: true });
    }
    // While it is open, so that the write-ahead logs are there.
    whileOpen = findInFolder(join(root, 'state'), canaries);
    await child.stdin.end();
    await child.exited;
    children.stop();
    printed += await errors;
  }, 120_000);

  afterAll(async () => {
    child?.kill();
    children?.stop();
    loopback?.[Symbol.dispose]();
    await rm(root, { recursive: true, force: true });
  });

  test('none is in what turns answer, watchers are told and models stream, also cut in pieces', () => {
    expect(findCanaries('printed', printed, canaries)).toEqual([]);
    expect(printed).toContain('"outcomes"');
    for (const { name } of declared.filter(({ kind }) => kind !== 'literal'))
      expect(printed).toContain(`[secret ${name}]`);
    for (const name of ['Model/valued', 'Model/wired', 'Extension/leaky', 'Agent/worker'])
      expect(printed).toContain(`[secret ${name}]`);
  });

  test('none is in any file below the state root: journals, logs, handles, large outputs', () => {
    expect(whileOpen).toEqual([]);
    expect(findInFolder(join(root, 'state'), canaries)).toEqual([]);
    const files = readdirSync(join(root, 'state'), { recursive: true, encoding: 'utf8' }).join('\n');
    for (const kind of ['journal.db', 'agent.log', 'handles']) expect(files).toContain(kind);
  });

  test('only those that policy allows are in the environment of a command, and they are', () => {
    const given = readFileSync(join(root, 'seen', 'env'));
    for (const name of ['ALLOWED_PLAIN', 'ALLOWED_ODD', 'ALLOWED_LINES'])
      expect(given.includes(canary(name).trim())).toBe(true);
    expect(findCanaries('env', given, withheld)).toEqual([]);
    for (const name of ['processes', 'ps'])
      if (existsSync(join(root, 'seen', name)))
        expect(findCanaries(name, readFileSync(join(root, 'seen', name)), withheld)).toEqual([]);
  });

  test('none but the allowed is in the environment or the arguments of any process that tools start', () => {
    expect([...(children?.found ?? ['nobody looked'])]).toEqual([]);
    expect([...(children?.seen ?? [])].join('\n')).toContain('bash');
  });

  test('none is sent to collectors of traces and to sites, and a model gets its own key alone', () => {
    const paths = new Set(loopback.received.map(({ path }) => path));
    for (const path of ['/v1/traces', '/site/json', '/search/res/v1/web/search', '/model/chat/completions'])
      expect([...paths]).toContain(path);
    // Where a site sends us, it sends us with what it knows.
    for (const { path, text, bytes } of loopback.received.filter((one) => one.path !== '/elsewhere')) {
      const own = path.startsWith('/model/')
        ? ['MODEL_KEY', 'MODEL_HEADER', 'MODEL_VALUE']
        : path.startsWith('/search')
          ? ['BRAVE_API_KEY']
          : [];
      const foreign = canaries.filter(({ name }) => !own.includes(name));
      expect(findCanaries(path, text, foreign)).toEqual([]);
      expect(findCanaries(path, bytes, canaries)).toEqual([]);
    }
  });

  test('none is in what gdn prints: answers, errors, traces, conversations, logs, findings', async () => {
    const commands = [
      ['validate', '--json'],
      ['validate'],
      ['doctor', '--json'],
      ['run', '.', '--agent', 'wired', '--input', `please fail ${typed}`, '--json'],
      ['run', '.', '--agent', 'valued', '--input', `speak ${typed}`, '--format', 'stream-json'],
      ['run', '.', '--instance-key', 'k', '--input', 'throw'],
      ['run', '.', '--instance-key', 'k', '--input', 'print'],
      ['run', '.', '--instance-key', 'k', '--input', 'thread-print', '--json'],
      ['tool', 'call', 'probe__throw', '--json'],
      ['tool', 'call', 'probe__say', '--json'],
      ['tool', 'call', 'bash__exec', '--args-json', '{"command":"env"}', '--json'],
      ['trace', 'last', '--json'],
      ['instance', 'list', '--json'],
      ['instance', 'show', 'default', '--agent', 'worker', '--json'],
      ['instance', 'show', 'k', '--json'],
      ['handle', 'list', '--json'],
      ['logs', '--json'],
      ['agent', 'list', '--json'],
      ['tool', 'list', '--json'],
    ];
    for (const args of commands) {
      const child = Bun.spawn([process.execPath, '--no-install', gdn, ...args], {
        cwd: bundle,
        env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      const what = `gdn ${args.join(' ').slice(0, 60)}`;
      // Whatever else it says: it was understood.
      expect({ what, isUsage: (await child.exited) === 2 }).toEqual({ what, isUsage: false });
      expect(findCanaries(what, out + err, canaries)).toEqual([]);
      expect(out + err).not.toBe('');
    }
    expect(findInFolder(join(root, 'state'), canaries)).toEqual([]);
  }, 300_000);
});
