import { beforeAll, describe, expect, test } from 'bun:test';
import { outputSchemas } from '../src/schema/output-schemas.ts';
import { misfitOf } from './misfit.ts';
import { commandNames, samplesIn, type Samples } from './every-command.ts';
import { byTier } from '../../../scripts/tests/by-tier.ts';
import { gdn, gdnInTerminal, inPlace, readUntil, start, type Finished, type Place } from './gdn.ts';
import { gdnMany, gdnManyInTerminal } from './many.ts';
import { testBundle } from './test-bundle.ts';

const escape = '\u001B';
const stack = /^\s+at .*:\d+:\d+\)?$/m;

/** Every sample, in each of these ways of writing: they are run once, in one place, and looked at by many tests. */
const finished = new Map<string, Finished>();
const onTerminal = new Map<string, { readonly code: number | null; readonly screen: string }>();
let samples: Readonly<Record<string, Samples>> = {};

/** How often a process of its own is started: for every way of every command, or for each command once. */
const own = byTier({ full: 'every way', short: 'every command' });

async function runAll(place: Place): Promise<void> {
  samples = await samplesIn(place);
  const all = Object.entries(samples);
  await runThem(
    place,
    all.flatMap(([name, { fails }]) => [
      [`${name} fails`, fails.args],
      [`${name} fails --json`, withFlag(fails.args)],
    ]),
  );
  await runInTerminal(place);
  for (const [name, { succeeds }] of all)
    finished.set(`${name} succeeds --json`, await gdn(place, withFlag(succeeds.args)));
  await runThem(
    place,
    all.map(([name, { succeeds }]) => [`${name} again`, succeeds.args]),
  );
}

async function runThem(place: Place, runs: readonly [string, readonly string[]][]): Promise<void> {
  const lines = runs.map(([, args]) => [...args]);
  const results =
    own === 'every way' ? await oneByOne(lines, (args) => gdn(place, args)) : await gdnMany(place, lines);
  for (const [index, [key]] of runs.entries()) finished.set(key, results[index] ?? nothing);
}

async function runInTerminal(place: Place): Promise<void> {
  const lines = Object.values(samples).map(({ fails }) => [...fails.args]);
  for (const [way, env] of [
    ['plain', { NO_COLOR: '1' }],
    ['painted', {}],
  ] as const) {
    const results =
      own === 'every way'
        ? await oneByOne(lines, (args) => gdnInTerminal(place, args, { env }))
        : await gdnManyInTerminal(place, lines, env);
    for (const [index, name] of Object.keys(samples).entries())
      onTerminal.set(`${name} ${way}`, results[index] ?? { code: null, screen: '' });
  }
  onTerminal.set('dumb', await gdnInTerminal(place, ['doctor'], { env: { TERM: 'dumb' } }));
}

const nothing: Finished = { code: null, stdout: '', stderr: '' };

async function oneByOne<T>(lines: readonly string[][], run: (args: string[]) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const args of lines) results.push(await run(args));
  return results;
}

/** What follows `--` is no flag. */
function withFlag(args: readonly string[]): readonly string[] {
  return ['--json', ...args];
}

function of(key: string): Finished {
  const found = finished.get(key);
  if (found === undefined) throw new Error(`nothing was run as '${key}'`);
  return found;
}

function seen(key: string) {
  const found = onTerminal.get(key);
  if (found === undefined) throw new Error(`nothing was run as '${key}'`);
  return found;
}

const names = commandNames();
/** They stay until they are ended, and are tried by themselves. */
const staying = ['serve', 'worker', 'dev cluster', 'mcp serve'];
const tried = names.filter((name) => !staying.includes(name));

describe('every command', () => {
  beforeAll(() => inPlace(testBundle, runAll), 600_000);

  test('is tried here', () => {
    expect(Object.keys(samples).toSorted()).toEqual(tried.toSorted());
  });

  test('has a schema of its output', () => {
    expect(names.filter((name) => outputSchemas[name] === undefined)).toEqual([]);
  });

  test.each(tried)('gdn %s ends with the exit code it promises', (name) => {
    const { succeeds, fails } = samples[name] ?? { succeeds: { code: -1 }, fails: { code: -1 } };
    expect({
      succeeds: of(`${name} succeeds --json`).code,
      fails: of(`${name} fails`).code,
      failsJson: of(`${name} fails --json`).code,
    }).toEqual({ succeeds: succeeds.code, fails: fails.code, failsJson: fails.code });
  });

  test.each(tried)(
    'gdn %s --json prints one JSON value that fits its schema, also when it fails',
    async (name) => {
      for (const way of ['succeeds', 'fails']) {
        const { stdout } = of(`${name} ${way} --json`);
        expect(stdout.endsWith('\n')).toBe(true);
        expect({ name, way, misfit: await misfitOf(name, stdout) }).toEqual({ name, way, misfit: undefined });
      }
    },
  );

  test.each(tried)('gdn %s fails on stderr, with no stack trace', (name) => {
    const { stdout, stderr } = of(`${name} fails`);
    // Mistakes of a bundle are what validate is asked for, and a doctor for what is ill: both answer on stdout. A run has begun by then.
    if (!['validate', 'doctor', 'run'].includes(name)) expect({ name, stdout }).toEqual({ name, stdout: '' });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(stack);
  });

  test.each(tried)('gdn %s writes no escape byte into a pipe, and ends with nothing on stdin', (name) => {
    for (const way of ['again', 'fails', 'fails --json', 'succeeds --json']) {
      const { stdout, stderr } = of(`${name} ${way}`);
      expect({ name, way, isPlain: !`${stdout}${stderr}`.includes(escape) }).toEqual({
        name,
        way,
        isPlain: true,
      });
    }
  });

  test('in a terminal with NO_COLOR or TERM=dumb: no escape byte from any command; without them some are coloured', () => {
    for (const [name, { fails }] of Object.entries(samples)) {
      const { code, screen } = seen(`${name} plain`);
      expect({ name, code, isPlain: !screen.includes(escape) }).toEqual({
        name,
        code: fails.code,
        isPlain: true,
      });
    }
    expect(seen('dumb').screen).not.toContain(escape);
    const colored = tried.filter((name) => seen(`${name} painted`).screen.includes(escape));
    expect(colored).toContain('doctor');
    expect(colored).toContain('tool call');
  });
});

describe('a command that stays', () => {
  test.each([
    ['serve', ['serve']],
    ['mcp serve', ['mcp', 'serve', '--http', '0']],
  ])('gdn %s --json prints its one value at once, and it fits the schema', async (name, args) => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, [...args, '--json']);
      const line = await readUntil(child.stdout, '\n');
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
      expect(await misfitOf(name, line)).toBeUndefined();
    });
  });
});

describe('what every command understands', () => {
  test('--help and --version are one JSON value too, and there is a schema of each', async () => {
    await inPlace({}, async (place) => {
      expect(await misfitOf('version', (await gdn(place, ['--version', '--json'])).stdout)).toBeUndefined();
      expect(await misfitOf('help', (await gdn(place, ['tool', '--help', '--json'])).stdout)).toBeUndefined();
      expect(await misfitOf('error', (await gdn(place, ['toool', '--json'])).stdout)).toBeUndefined();
    });
  });

  test('a value that does not fit is noticed here', async () => {
    expect(await misfitOf('version', '{"version":1}')).toContain('/version must be string');
    expect(await misfitOf('cancel', '{"turnId":"x","cancelled":true,"more":1}')).toBeDefined();
  });

  test('gdn schema output prints the schema of a command, and the names of all', async () => {
    await inPlace({}, async (place) => {
      const { stdout } = await gdn(place, ['schema', 'output', 'tool', 'call']);
      expect(JSON.parse(stdout)).toMatchObject({
        title: 'gdn tool call --json',
        ...outputSchemas['tool call'],
      });
      expect(JSON.parse((await gdn(place, ['schema', 'output', '--json'])).stdout)).toEqual(
        Object.keys(outputSchemas),
      );
    });
  });
});

describe('--debug', () => {
  test('alone shows where an error comes from, on stderr', async () => {
    await inPlace(testBundle, async (place) => {
      const typo = ['run', '--input', 'hello', '--agent', 'helo'];
      const { stdout, stderr } = await gdn(place, [...typo, '--json', '--debug']);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E_AGENT_NOT_FOUND' } });
      expect(stderr).toMatch(stack);
      expect((await gdn(place, typo)).stderr).not.toMatch(stack);
    });
  });
});
