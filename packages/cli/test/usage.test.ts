import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'bun:test';
import { allCommands, commandsFor } from '../src/commands.ts';
import { commandNames } from './every-command.ts';
import { gdn, inPlace, type Finished } from './gdn.ts';

function typed(...args: string[]): Promise<Finished> {
  return inPlace({}, (place) => gdn(place, args));
}

describe('the command line', () => {
  test('a mistyped command is a usage error that names the one that was meant', async () => {
    expect(await typed('toool', 'list')).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: unknown command 'toool'. Did you mean 'tool'?\n",
    });
    expect((await typed('tool', 'lst')).stderr).toContain("Did you mean 'list'?");
    expect((await typed('help', 'toool')).stderr).toContain("Did you mean 'tool'?");
    expect((await typed('rnu', '--help')).stderr).toContain("Did you mean 'run'?");
  });

  test('a mistyped flag is a usage error that names the one that was meant', async () => {
    expect(await typed('run', '--jsn')).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: unknown option '--jsn'. Did you mean '--json'?\n",
    });
  });

  test('what is near nothing points at the help of its command', async () => {
    expect((await typed('tool', 'call')).stderr).toBe(
      "error: missing required argument 'name'. See gdn tool call --help.\n",
    );
  });

  test('without a command the help is shown on stderr, for nothing was done', async () => {
    const { code, stdout, stderr } = await typed();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: gdn');
  });

  test('--version prints the version', async () => {
    expect(await typed('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test('with --json a usage error is one JSON value too', async () => {
    const { code, stdout } = await typed('toool', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'E_USAGE', message: "unknown command 'toool'", suggestion: "Did you mean 'tool'?" },
    });
  });

  test('explain says what a code means, however it is written, and what was meant by one that is none', async () => {
    expect((await typed('explain', 'e_tool')).stdout).toContain('What to do\n');
    expect(JSON.parse((await typed('explain', 'E_TOOL', '--json')).stdout)).toMatchObject({ code: 'E_TOOL' });
    expect(JSON.parse((await typed('explain', '--json')).stdout)).toContainEqual({
      code: 'E_TOOL',
      summary: 'The tool ran and failed.',
    });
    expect(await typed('explain', 'E_TOL')).toMatchObject({
      code: 2,
      stderr: "error: unknown error code 'E_TOL'. Did you mean 'E_TOOL'?\n",
    });
  });
});

describe('--help', () => {
  test('loads neither core nor runtime: definitions are light', async () => {
    const commands = fileURLToPath(new URL('../src/commands.ts', import.meta.url));
    const code = `await (await import(${JSON.stringify(commands)})).allCommands(); console.log(Object.keys(require.cache).join('\\n'))`;
    const child = Bun.spawn([process.execPath, '--no-install', '-e', code], { stdout: 'pipe' });
    const loaded = await new Response(child.stdout).text();
    expect(loaded).toContain('commands/trace.ts');
    expect(loaded).not.toMatch(/packages.(core|runtime).src/);
  });

  test('a command is loaded by the word it is typed by, and alone', async () => {
    for (const { name } of await allCommands())
      expect((await commandsFor([name, '--json'])).map((one) => one.name)).toEqual([name]);
    expect(await commandsFor(['toool'])).toEqual(await allCommands());
    expect(await commandsFor(['--json', 'tool'])).toEqual(await allCommands());
  });

  const commands = [
    [],
    ...commandNames()
      .filter((name) => name !== '__complete')
      .map((name) => name.split(' ')),
    ...['tool', 'agent', 'instance', 'handle', 'docs'].map((name) => [name]),
  ];
  test.each(commands.map((command) => [command.join(' '), command] as const))(
    'gdn %s --help is on stdout, has examples and no colour',
    async (_, command) => {
      const { code, stdout, stderr } = await typed(...command, '--help');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('\nExamples:\n  $ gdn ');
      expect(stdout).not.toContain('\u001B');
      expect(stdout).toMatchSnapshot();
    },
  );
});
