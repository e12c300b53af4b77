import * as fc from 'fast-check';
import type { Workspace } from '../../packages/base/test/files/workspace.ts';

const word = fc.constantFrom(
  '..',
  '..',
  '..',
  '.',
  '',
  'sub',
  'deep',
  'a.txt',
  'b.txt',
  'new',
  'outside',
  'workspace',
  'workspace-evil',
  'secret.txt',
  'public',
  'open.txt',
  'etc',
  'passwd',
  'l-file',
  'l-folder',
  'l-up',
  'l-root',
  'l-proc',
  'l-loop',
  'l-chain',
  'l-inside',
  'l-missing',
  '~',
  '~root',
  '...',
  '..%2f',
  '%2e%2e',
  '．．',
  '‥',
  '..\\',
  '..\u200b',
  ' ',
  '\n',
  '\0',
  '\ud800',
  '*',
  '$HOME',
  'n'.repeat(260),
  '가'.normalize('NFD'),
);
const beginning = fc.constantFrom(
  '',
  '',
  '',
  '/',
  '//',
  './',
  '~/',
  '/proc/self/root/',
  '/proc/self/cwd/',
  '/proc/self/fd/',
  '/dev/fd/',
  '/proc/1/root/',
  'file:///',
  'C:\\',
  '{workdir}/',
  '{outside}/',
  '{root}/',
);

/** Ways that lead outside of the workspace, as they stand or by its links. */
const wayOut = fc.constantFrom(
  '../outside/secret.txt',
  '../outside',
  '../outside/new.txt',
  '../workspace-evil/secret.txt',
  '../workspace-evil/new.txt',
  '{outside}/secret.txt',
  '{workdir}-evil/secret.txt',
  '{workdir}/../outside/secret.txt',
  '/proc/self/root{outside}/secret.txt',
  '/etc/passwd',
  'l-file',
  'l-folder/secret.txt',
  'l-up/outside/secret.txt',
  'l-root/etc/passwd',
  'l-proc/etc/passwd',
  'l-chain/secret.txt',
  'l-missing',
  'l-inside/../../../outside/secret.txt',
  'sub/l-up/outside/secret.txt',
  'sub/deep/l-chain/secret.txt',
);
const roundabout = fc.constantFrom(
  './',
  '/',
  'sub/../',
  'nothing/../',
  'l-inside/../../',
  'a.txt/../',
  '../workspace/',
);

/** A path, with `{workdir}`, `{outside}` and `{root}` for where they are. */
export const hostilePath: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(wayOut, fc.array(fc.tuple(fc.nat(5), roundabout), { maxLength: 3 }))
      .map(([way, detours]) => detours.reduce(withDetour, way)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(beginning, fc.array(word, { maxLength: 8 }), fc.constantFrom('/', '//', '/./'))
      .map(([first, parts, mark]) => `${first}${parts.join(mark)}`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(60), word).map(([count, last]) => `${'../'.repeat(count)}${last}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

/** Goes elsewhere and back, before one of the names of a path. */
function withDetour(path: string, [at, detour]: readonly [number, string]): string {
  const names = path.split('/');
  const index = at % names.length;
  return [...names.slice(0, index), `${detour}${names[index]}`, ...names.slice(index + 1)].join('/');
}

/** The path in this workspace. */
export function placedPath(path: string, { workdir, outside, root }: Workspace): string {
  return path.replace('{workdir}', workdir).replace('{outside}', outside).replace('{root}', root);
}

/** Links in the workspace by name, and where each leads. */
export const hostileLinks: Readonly<Record<string, string>> = {
  'l-file': '../outside/secret.txt',
  'l-folder': '../outside',
  'l-up': '..',
  'l-root': '/',
  'l-proc': '/proc/self/root',
  'l-loop': 'l-loop',
  'l-chain': 'l-folder',
  'l-inside': 'sub/deep',
  'l-missing': '../outside/new.txt',
  'sub/l-file': '../../outside/secret.txt',
  'sub/l-up': '../..',
  'sub/deep/l-chain': '../l-up/outside',
};
