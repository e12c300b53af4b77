import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { awaitWorker } from './await-worker.ts';
import type { OpenCluster } from './open-cluster.ts';

/** Takes back what was allowed for good in an instance of the cluster, in line with its turns (POL-4). Throws `E_AGENT_GRANT_NOT_FOUND`. */
export async function revokeInCluster(
  { view, engine, namespace }: OpenCluster,
  invocation: Invocation,
  grant: string,
): Promise<CommandResult> {
  const found = (await view.grants()).find((one) => one.grant === grant);
  if (found === undefined) {
    const { GoondanError } = await import('@goondan/core/basics');
    throw new GoondanError(
      'E_AGENT_GRANT_NOT_FOUND',
      `There is no grant '${grant}' in the swarm ${namespace}.`,
    );
  }
  const { agent, instanceKey } = found;
  const { openTurns, finishedTurns } = await view.instance({ agent, instanceKey });
  const { revokeEvent } = await import('@goondan/runtime/swarm');
  // The same event, and so the same turn, until a turn of the instance has ended: it may be that one, and what is allowed again later is revoked anew.
  const id = `revoke/${grant}/${finishedTurns.at(-1) ?? ''}`;
  const event = { ...revokeEvent(grant, { source: 'cli', instanceKey }), id };
  const { turnId } = await engine.send({ agent, instanceKey }, event);
  const isBusy = openTurns.some((turn) => turn.turnId !== turnId);
  const queued = { grant, status: 'queued', turnId };
  if (isBusy) {
    const text = `${grant} is revoked once the turns of its conversation that have begun are over`;
    return { exitCode: exitCodes.ok, json: queued, text };
  }
  const waitingFor = `a worker of ${namespace} to revoke ${grant}`;
  const ended = await awaitWorker(invocation, { begin: () => engine.attach(turnId), waitingFor });
  if (ended === undefined) {
    const text = `the cluster has accepted it; ${grant} is revoked when a worker of ${namespace} runs`;
    return { exitCode: exitCodes.ok, json: queued, text };
  }
  if (ended.value.error !== undefined) {
    const { outcomeError } = await import('../turn/outcome-error.ts');
    throw outcomeError(ended.value);
  }
  return { exitCode: exitCodes.ok, json: { grant, status: 'revoked' }, text: `revoked ${grant}` };
}
