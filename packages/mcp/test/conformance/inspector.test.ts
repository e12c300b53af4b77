import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'bun:test';
import { families, gdnCommand, inPlace, overHttp, type Family, type Place } from '../server/served.ts';
import { hasJudges, inspector, installJudges } from './judges.ts';

const program = join(inspector, 'clients', 'launcher', 'build', 'index.js');
const hello = fileURLToPath(new URL('../../../../examples/hello', import.meta.url));
const call = [
  '--method',
  'tools/call',
  '--tool-name',
  'calculator__evaluate',
  '--tool-arg',
  'expression=2+3*4',
];

/** What the inspector's command line came to. */
interface Inspected {
  readonly code: number | null;
  readonly result: unknown;
  /** What it has to say of our tools. */
  readonly stderr: string;
}

async function inspect(
  place: Place,
  {
    family,
    args,
    target,
  }: { readonly family: Family; readonly args: readonly string[]; readonly target: readonly string[] },
): Promise<Inspected> {
  const words = ['--cli', ...args, '--protocol-era', family, '--format', 'json', ...target];
  const child = Bun.spawn([process.execPath, '--no-install', program, ...words], {
    cwd: place.bundle,
    env: place.env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stderr, result: stdout === '' ? undefined : JSON.parse(stdout) };
}

/** Lists with `--strict` and calls, and prints what came of it. */
async function judge(place: Place, family: Family, target: readonly string[]): Promise<void> {
  const listed = await inspect(place, { family, args: ['--method', 'tools/list', '--strict'], target });
  const tools = { result: { tools: [{ name: 'calculator__evaluate' }, { name: 'agent__hello' }] } };
  expect(listed).toMatchObject({ code: 0, stderr: '', result: tools });
  const called = await inspect(place, { family, args: call, target });
  expect(called).toMatchObject({
    code: 0,
    stderr: '',
    result: { result: { structuredContent: { value: 14 } } },
  });
}

describe('the official inspector', () => {
  if (hasJudges) {
    test.each([...families])(
      'MCP-2: lists our tools over stdio in the %s family, --strict clean, and calls one',
      (family) =>
        inPlace({}, (place) => {
          const [command, args] = gdnCommand(['mcp', 'serve', hello]);
          return judge(place, family, [command, ...args]);
        }),
      120_000,
    );
    test.each([...families])(
      'MCP-2: lists our tools over HTTP in the %s family, --strict clean, and calls one',
      (family) =>
        inPlace({}, (place) =>
          overHttp(
            place,
            ({ url, token }) =>
              judge(place, family, [
                '--transport',
                'http',
                '--server-url',
                url,
                '--header',
                `Authorization: Bearer ${token}`,
              ]),
            [hello],
          ),
        ),
      120_000,
    );
  } else
    test('was left out: it is not installed', () => {
      console.warn(`left out, for the judges are not installed: ${installJudges}`);
    });
});
