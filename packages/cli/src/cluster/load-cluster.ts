import type * as Cluster from '@goondan/cluster';
import { UsageError } from '../error/usage-error.ts';

/** The package for clusters, which not everybody has installed. Throws `E_USAGE` where it is missing. */
export async function loadCluster(): Promise<typeof Cluster> {
  try {
    Bun.resolveSync('@goondan/cluster', import.meta.dir);
  } catch {
    throw new UsageError(
      'clusters need the package @goondan/cluster, which is not installed',
      'Run npm install @goondan/cluster beside @goondan/cli.',
    );
  }
  return import('@goondan/cluster');
}
