import type { HandleAnswer, HandleView } from '@goondan/runtime';
import type { OpenCluster } from './open-cluster.ts';

/** A handle of the swarm. Throws `E_HANDLE_NOT_FOUND`. */
export async function clusterHandle({ view, namespace }: OpenCluster, handle: string): Promise<HandleView> {
  const found = await view.handle(handle);
  if (found !== undefined) return found;
  const { GoondanError } = await import('@goondan/core');
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}' in the swarm ${namespace}.`);
}

/** Answers a handle of the swarm, once. Throws `E_HANDLE_*`. */
export async function answerInCluster(
  cluster: OpenCluster,
  handle: string,
  answer: HandleAnswer,
): Promise<void> {
  const { handleOutcome } = await import('@goondan/runtime');
  const view = await clusterHandle(cluster, handle);
  await cluster.engine.complete(handle, handleOutcome(view, answer));
}
