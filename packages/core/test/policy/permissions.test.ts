import { expect, test } from 'bun:test';
import { permissionsOf } from '../../src/policy/permissions.ts';

test('POL-5: without a word about permissions there are none, and the sandbox is used where there is one', () => {
  const none = { files: [], network: [], env: [], sandbox: 'auto' } as const;
  expect(permissionsOf([])).toEqual(none);
  expect(permissionsOf([undefined, undefined])).toEqual(none);
});

test('POL-1: permissions of all layers must allow: lists are kept side by side, names must be in each', () => {
  const swarm = { files: { allow: ['/data/**'] }, env: { allow: ['A', 'B'] }, sandbox: 'off' } as const;
  const agent = { files: { allow: ['/data/in/**'] }, env: { allow: ['B', 'C'] } };
  expect(permissionsOf([swarm, undefined, agent].map(copy))).toEqual({
    files: [['/data/**'], ['/data/in/**']],
    network: [],
    env: ['B'],
    sandbox: 'off',
  });
});

test('POL-1: what the first layer does not grant no other can', () => {
  const agent = { files: { allow: ['/**'] }, network: { allow: ['localhost'] }, env: { allow: ['A'] } };
  expect(permissionsOf([{}, agent])).toMatchObject({ files: [], network: [], env: [] });
});

test.each([
  [undefined, 'off', 'auto'],
  ['off', undefined, 'off'],
  ['off', 'auto', 'auto'],
  ['auto', 'required', 'required'],
  ['required', 'off', 'required'],
] as const)('POL-1: the strictest sandbox holds: %p and %p come to %p', (swarm, agent, expected) => {
  const layers = [swarm, agent].map((sandbox) => (sandbox === undefined ? {} : { sandbox }));
  expect(permissionsOf(layers).sandbox).toBe(expected);
});

/** The lists as a policy has them. */
function copy(
  layer:
    | {
        readonly files: { readonly allow: readonly string[] };
        readonly env: { readonly allow: readonly string[] };
        readonly sandbox?: 'off';
      }
    | undefined,
) {
  if (layer === undefined) return undefined;
  const { files, env, ...rest } = layer;
  return { files: { allow: [...files.allow] }, env: { allow: [...env.allow] }, ...rest };
}
