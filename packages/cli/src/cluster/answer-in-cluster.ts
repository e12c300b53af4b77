import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@goondan/core';
import type { HandleAnswer, HandleView } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { awaitWorker } from './await-worker.ts';
import type { OpenCluster } from './open-cluster.ts';

/** How often it is looked whether an answer that was given before has been taken up. */
const lookEveryMs = 200;

/** A handle of the swarm. Throws `E_HANDLE_NOT_FOUND`. */
export async function clusterHandle({ view, namespace }: OpenCluster, handle: string): Promise<HandleView> {
  const found = await view.handle(handle);
  if (found !== undefined) return found;
  const { GoondanError } = await import('@goondan/core/basics');
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}' in the swarm ${namespace}.`);
}

/**
 * Answers a handle of the swarm, once. `accepted` where no worker has taken the answer up in time: it cannot be lost, and takes effect when one does; the same
 * answer given again says what became of it. Throws `E_HANDLE_*`.
 */
export async function answerInCluster(
  cluster: OpenCluster,
  invocation: Invocation,
  { handle, answer }: { readonly handle: string; readonly answer: HandleAnswer },
): Promise<'completed' | 'accepted'> {
  const { handleOutcome } = await import('@goondan/runtime/inspect');
  const found = await clusterHandle(cluster, handle);
  if (found.completedAt !== undefined && found.status !== 'expired') throw await completedBefore(found);
  const outcome = handleOutcome(found, answer);
  const isWaiting = await isGiven(cluster, handle, outcome);
  const waitingFor = `a worker of ${cluster.namespace} to take up the answer to ${handle}`;
  let given: Promise<void> | undefined;
  const begin = (signal: AbortSignal): Promise<void> => {
    given = isWaiting ? takenUp(cluster, handle, signal) : cluster.engine.complete(handle, outcome);
    return given;
  };
  if ((await awaitWorker(invocation, { begin, waitingFor })) !== undefined) return 'completed';
  if ((await cluster.view.waitingAnswer(handle)) !== undefined) return 'accepted';
  // It has been taken up this moment, or is still on its way to the cluster.
  await given;
  return 'completed';
}

/** Whether this very answer was given before and waits. Throws `E_HANDLE_COMPLETED` where another one does. */
async function isGiven({ view }: OpenCluster, handle: string, outcome: JsonValue): Promise<boolean> {
  const waiting = await view.waitingAnswer(handle);
  if (waiting === undefined) return false;
  if (isDeepStrictEqual(waiting.outcome, outcome)) return true;
  const { GoondanError } = await import('@goondan/core/basics');
  throw new GoondanError(
    'E_HANDLE_COMPLETED',
    `The handle '${handle}' was given another answer at ${waiting.acceptedAt}, which waits for a worker.`,
  );
}

/** Also after somebody was told that an answer is accepted: then it is how they find out. */
async function completedBefore({ handle, completedAt }: HandleView): Promise<Error> {
  const { GoondanError } = await import('@goondan/core/basics');
  return new GoondanError(
    'E_HANDLE_COMPLETED',
    `The handle '${handle}' has been completed before, at ${completedAt}.`,
    { suggestion: `gdn handle show ${handle} tells with what.` },
  );
}

async function takenUp({ view }: OpenCluster, handle: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await view.waitingAnswer(handle)) !== undefined) await Bun.sleep(lookEveryMs);
}
