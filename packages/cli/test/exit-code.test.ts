import { describe, expect, test } from 'bun:test';
import { gdn, inPlace, readUntil, start } from './gdn.ts';
import { brokenBundle, testBundle } from './test-bundle.ts';

describe('exit codes', () => {
  test('0: it worked', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['run', '--input', 'hello'])).code).toBe(0);
    });
  });

  test('1: the run failed', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['run', '--input', 'unheard'])).code).toBe(1);
    });
  });

  test('2: nobody can tell what was meant', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['run', '--inptu', 'hello'])).code).toBe(2);
    });
  });

  test('3: the bundle is invalid', async () => {
    await inPlace(brokenBundle, async (place) => {
      expect((await gdn(place, ['run', '--input', 'hello'])).code).toBe(3);
    });
  });

  test('4: a person is needed', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['run', '--input', 'danger'])).code).toBe(4);
    });
  });

  test('5: the tool failed', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['tool', 'call', 'probe__fail'])).code).toBe(5);
    });
  });

  test('130: it was interrupted', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang'], { way: 'launcher' });
      await readUntil(child.stderr, 'hang has started');
      child.kill('SIGINT');
      expect(await child.exited).toBe(130);
    });
  });
});

describe('what was mistyped', () => {
  test.each([
    ['a command', ['toool', 'list'], 2, "Did you mean 'tool'?"],
    ['a command of a group', ['tool', 'cal'], 2, "Did you mean 'call'?"],
    ['a flag', ['run', '--inptu', 'hello'], 2, "Did you mean '--input'?"],
    ['a tool', ['tool', 'call', 'probe__ad'], 5, "Did you mean 'probe__add'?"],
    ['a tool to describe', ['tool', 'describe', 'probe__ad'], 5, "Did you mean 'probe__add'?"],
    ['an agent', ['run', '--input', 'hello', '--agent', 'helo'], 1, "Did you mean 'hello'?"],
    ['an agent of a list', ['tool', 'list', '--agent', 'idel'], 1, "Did you mean 'idle'?"],
    ['a code', ['explain', 'E_TOL'], 2, "Did you mean 'E_TOOL'?"],
    ['a kind', ['schema', 'Tol'], 2, "Did you mean 'Tool'?"],
    ['a page', ['docs', 'show', 'guide/frist-tool'], 2, "Did you mean 'guide/first-tool'?"],
  ] as const)('%s: the nearest name, on stderr alone', async (_, args, code, hint) => {
    await inPlace(testBundle, async (place) => {
      const finished = await gdn(place, args);
      expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: '' });
      expect(finished.stderr).toContain(hint);
    });
  });
});

describe('--format stream-json', () => {
  test('ends in one result, and the process ends with it though code of the bundle has left a timer and a server open', async () => {
    const probe = testBundle['probe.ts'].replace(
      'loud: () => {',
      "loud: () => {\n    setInterval(() => {}, 1000);\n    Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') });",
    );
    await inPlace({ ...testBundle, 'probe.ts': probe }, async (place) => {
      const child = start(place, ['run', '--input', 'loud', '--format', 'stream-json'], { way: 'launcher' });
      const text = await new Response(child.stdout).text();
      expect(await child.exited).toBe(0);
      const lines = text.trimEnd().split('\n');
      expect(lines.filter((line) => line.startsWith('{"type":"result"'))).toHaveLength(1);
      expect(lines.at(-1)).toStartWith('{"type":"result"');
    });
  });
});
