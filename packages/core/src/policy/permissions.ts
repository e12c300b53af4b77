import type { Policy } from '../resource/policy.ts';

/** What a policy lets tools reach beyond their workdir and public addresses (POL-5). Every list of a kind must allow; none means nothing more. */
export interface Permissions {
  /** Globs of files beside the workdir. */
  readonly files: readonly (readonly string[])[];
  /** `host` or `host:port` of addresses that are not public. */
  readonly network: readonly (readonly string[])[];
  /** Names of variables of our environment that children may be given. */
  readonly env: readonly string[];
  /** Whether children run inside the OS sandbox. */
  readonly sandbox: 'auto' | 'required' | 'off';
}

/** What holds where no policy says anything. */
export const defaultPermissions: Permissions = { files: [], network: [], env: [], sandbox: 'auto' };

const strictest = ['required', 'auto', 'off'] as const;

/** What the permissions of all layers come to: the first grants, each further one can only take away (POL-1). */
export function permissionsOf(layers: readonly Policy['permissions'][]): Permissions {
  const [first, ...narrower] = layers;
  const [granted, ...kept] = listsOf(layers.map((layer) => layer?.env));
  const modes = [
    first?.sandbox ?? defaultPermissions.sandbox,
    ...narrower.map((layer) => layer?.sandbox ?? 'off'),
  ];
  return {
    files: listsOf(layers.map((layer) => layer?.files)),
    network: listsOf(layers.map((layer) => layer?.network)),
    env: (granted ?? []).filter((name) => kept.every((list) => list.includes(name))),
    sandbox: strictest.find((mode) => modes.includes(mode)) ?? defaultPermissions.sandbox,
  };
}

/** A first layer without a list grants nothing, so that no further one can. */
function listsOf(
  layers: readonly ({ readonly allow: readonly string[] } | undefined)[],
): (readonly string[])[] {
  if (layers[0] === undefined) return [];
  return layers.flatMap((layer) => (layer === undefined ? [] : [layer.allow]));
}
