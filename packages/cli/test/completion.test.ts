import { describe, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { symlink } from 'node:fs/promises';
import { shells, shellScripts } from '../src/completion/shell-scripts.ts';
import { gdn, inPlace, type Place } from './gdn.ts';
import { testBundle } from './test-bundle.ts';

const launcher = join(dirname(import.meta.dir), 'bin/gdn');

/** Runs a script in a shell that finds our `gdn` in its path. */
async function inShell(
  place: Place,
  [shell = '', ...flags]: readonly string[],
  script: string,
): Promise<string> {
  await symlink(launcher, join(place.root, 'gdn')).catch(() => undefined);
  const child = Bun.spawn([shell, ...flags, script], {
    cwd: place.bundle,
    env: { ...place.env, PATH: `${place.root}:${place.env['PATH']}` },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The candidates for the last of these words, as each shell comes to them. */
const askers = {
  bash: (place: Place, words: readonly string[]) =>
    inShell(
      place,
      ['bash', '--norc', '-c'],
      `eval "$(gdn completion bash)"; complete -p gdn >/dev/null
COMP_WORDS=(gdn ${words.map(quoted).join(' ')}); COMP_CWORD=${words.length}; _gdn; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  zsh: (place: Place, words: readonly string[]) =>
    inShell(
      place,
      ['zsh', '-f', '-c'],
      `compdef() { :; }; eval "$(gdn completion zsh)"
_describe() { for one in "\${(@P)2}"; print -r -- "\${one%%:*}"; }; _files() { print -rl -- *; }
words=(gdn ${words.map(quoted).join(' ')}); CURRENT=${words.length + 1}; _gdn; true`,
    ),
  fish: (place: Place, words: readonly string[]) =>
    inShell(
      place,
      ['fish', '--no-config', '-c'],
      `gdn completion fish | source; complete -C ${quoted(['gdn', ...words].join(' '))} | string replace -r '\\t.*' ''; true`,
    ),
} as const;

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

// Bash is everywhere we run; the others are tried where they are installed.
const installed = shells.filter((shell) => Bun.which(shell) !== null);

describe('gdn completion', () => {
  test('is there for bash at least, which is tried here', () => {
    expect(installed).toContain('bash');
  });

  test.each(installed)('%s takes the script', async (shell) => {
    await inPlace({}, async (place) => {
      const check = {
        bash: ['bash', '-n', '-c'],
        zsh: ['zsh', '-f', '-n', '-c'],
        fish: ['fish', '-n', '-c'],
      };
      await inShell(place, check[shell], shellScripts[shell]);
    });
  });

  test.each(installed)(
    '%s completes commands, flags, and names of tools and agents of the bundle',
    async (shell) => {
      await inPlace(testBundle, async (place) => {
        const asked = async (...words: string[]): Promise<string[]> =>
          (await askers[shell](place, words)).split('\n').filter((line) => line !== '');
        expect(await asked('tool', 'c')).toEqual(['call']);
        expect(await asked('val')).toEqual(['validate']);
        expect(await asked('tool', 'call', 'probe__a')).toEqual(['probe__add']);
        expect((await asked('tool', 'describe', '')).toSorted()).toContain('probe__later');
        expect((await asked('run', '--agent', '')).toSorted()).toEqual(['hello', 'idle']);
        expect(await asked('run', '--res')).toEqual(['--resume']);
        expect((await asked('run', '--format', '')).toSorted()).toEqual(['json', 'stream-json', 'text']);
        expect(await asked('run', '')).toContain('goondan.yaml');
      });
    },
  );

  test('what shells ask is answered whatever is typed, in a broken bundle and without one', async () => {
    for (const files of [{}, { 'goondan.yaml': 'a: [' }, { 'goondan.yaml': '- 1\n---\nkind: Tool\n' }]) {
      await inPlace(files, async (place) => {
        for (const words of [
          ['tool', 'call', ''],
          ['nonsense', 'x', ''],
          ['run', '--agent', ''],
          ['-C', 'x', ''],
          [],
        ]) {
          const { code, stderr } = await gdn(place, ['__complete', '--', ...words]);
          expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
        }
      });
    }
    await inPlace({}, async (place) => {
      const { stdout } = await gdn(place, ['__complete', '--', 'tool', 'call', 'calc']);
      expect(stdout).toStartWith('calculator__evaluate\t');
    });
  });
});
