import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { gdn, inPlace, readUntil, start } from './gdn.ts';
import { textLike } from './matchers.ts';
import { testBundle } from './test-bundle.ts';

describe('the launcher', () => {
  test('passes on words, stdin, output and the exit code', async () => {
    await inPlace(testBundle, async (place) => {
      const call = ['tool', 'call', 'probe__echo', '--args-json', '-', '--json'];
      const echoed = await gdn(place, call, { way: 'launcher', stdin: '{"text":"두 단어 \\"x\\""}' });
      expect(JSON.parse(echoed.stdout)).toHaveProperty('output', { text: '두 단어 "x"' });
      expect(await gdn(place, ['toool'], { way: 'launcher' })).toMatchObject({ code: 2, stdout: '' });
    });
  });

  test('takes nothing from the folder it is started in: no .env, no bunfig.toml', async () => {
    const files = {
      ...testBundle,
      '.env': 'GOONDAN_STATE_ROOT=elsewhere\n',
      'bunfig.toml': 'preload = ["./preload.ts"]\n',
      'preload.ts': "console.log('preloaded');\n",
    };
    await inPlace(files, async (place) => {
      const { stdout } = await gdn(place, ['validate', '--json'], { way: 'launcher' });
      expect(JSON.parse(stdout)).toMatchObject({ valid: true });
    });
  });

  test('killed, it leaves no process behind', async () => {
    await inPlace(testBundle, async (place) => {
      const probe = testBundle['probe.ts'].replace("'hang has started'", '`hang in ${process.pid}.`');
      await Bun.write(join(place.bundle, 'probe.ts'), probe);
      const child = start(place, ['run', '--input', 'hang'], { way: 'launcher' });
      const said = await readUntil(child.stderr, '.');
      const pid = Number(/hang in (\d+)\./.exec(said)?.[1]);
      expect(pid).toBeGreaterThan(0);
      expect(pid).not.toBe(child.pid);
      child.kill('SIGKILL');
      await child.exited;
      // It has to go by itself: the test ends only then, or fails at its limit.
      while (!['gone', 'Z'].includes(await stateOf(pid))) await Bun.sleep(10);
    });
  });

  test('a reader that goes away is no failure', async () => {
    await inPlace({}, async (place) => {
      const child = start(place, ['explain', '--json'], { way: 'launcher' });
      await child.stdout.cancel();
      expect(await new Response(child.stderr).text()).toBe('');
      expect(await child.exited).toBe(0);
    });
  });

  test('all of a large output arrives', async () => {
    const words = Array.from({ length: 10 }, () => 'x'.repeat(100_000));
    await inPlace({}, async (place) => {
      const { stdout } = await gdn(place, ['validate', ...words, '--json'], { way: 'launcher' });
      expect(JSON.parse(stdout)).toMatchObject({ error: { message: textLike(/x{100000}$/) } });
    });
  });
});

async function stateOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) ?? 'gone';
}
