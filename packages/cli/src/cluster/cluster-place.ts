import { basename } from 'node:path';
import type { ClusterAddress } from '@goondan/cluster';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { bundleRootOf } from '../place/bundle-root.ts';

/** A swarm on a cluster. */
export interface ClusterPlace {
  readonly cluster: ClusterAddress;
  readonly namespace: string;
}

/** The swarm on the cluster that flags or variables name; undefined where they name none. Throws `E_USAGE`. */
export async function clusterPlaceOf(
  invocation: Invocation,
  operand?: string,
): Promise<ClusterPlace | undefined> {
  const cluster = clusterAddressOf(invocation);
  if (cluster === undefined) return undefined;
  return { cluster, namespace: await namespaceOf(invocation, operand) };
}

/** The same for a command that cannot do without. */
export async function neededClusterPlace(invocation: Invocation, operand?: string): Promise<ClusterPlace> {
  const place = await clusterPlaceOf(invocation, operand);
  if (place !== undefined) return place;
  throw new UsageError(
    '--ingress and --admin are missing',
    'Name the cluster with them, or with GOONDAN_INGRESS and GOONDAN_ADMIN; gdn dev cluster starts one here.',
  );
}

function clusterAddressOf({ options, env }: Invocation): ClusterAddress | undefined {
  const ingress = options.text('ingress') ?? env['GOONDAN_INGRESS'] ?? '';
  const admin = options.text('admin') ?? env['GOONDAN_ADMIN'] ?? '';
  if (ingress === '' && admin === '') return undefined;
  const token = env['GOONDAN_CLUSTER_TOKEN'] ?? '';
  return {
    ingressUrl: urlOf('ingress', ingress),
    adminUrl: urlOf('admin', admin),
    ...(token === '' ? {} : { headers: { authorization: `Bearer ${token}` } }),
  };
}

function urlOf(flag: 'ingress' | 'admin', given: string): string {
  const variable = `GOONDAN_${flag.toUpperCase()}`;
  if (given === '')
    throw new UsageError(
      `--${flag} is missing`,
      `A cluster has two addresses; set --${flag} or ${variable}.`,
    );
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '');
  throw new UsageError(
    `--${flag} is not an address: '${given}'`,
    `Write it like http://127.0.0.1:${flag === 'ingress' ? 8080 : 9070}.`,
  );
}

/** What the swarm is called on a cluster. Throws `E_USAGE` where nothing names it. */
export async function namespaceOf(invocation: Invocation, operand?: string): Promise<string> {
  const given = invocation.options.text('namespace') ?? invocation.env['GOONDAN_NAMESPACE'] ?? '';
  if (given !== '') return given;
  const bundleRoot = await bundleRootOf(invocation, operand);
  if (bundleRoot !== undefined) return basename(bundleRoot);
  throw new UsageError(
    'the swarm on the cluster is not named',
    'Give --namespace, or name its bundle with -C.',
  );
}
