import type { HandleAnswer, HandleView } from '@goondan/runtime';
import { openCluster } from '../cluster/open-cluster.ts';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { handlesFolderOf } from '../place/handles-folder.ts';
import { isAtWork } from '../place/is-at-work.ts';

/** Answers a handle: on the cluster that is named, through the server that runs its workspace, else in the files, for the next start to take up. */
export async function giveAnswer(
  invocation: Invocation,
  given: { readonly handle: string; readonly answer: HandleAnswer; readonly done: string },
): Promise<CommandResult> {
  const { answerHandle, findHandle } = await import('@goondan/runtime/inspect');
  const { findServer } = await import('../serve/server-client.ts');
  const { handle, answer, done } = given;
  const cluster = await openCluster(invocation);
  if (cluster !== undefined) {
    const { answerInCluster } = await import('../cluster/answer-in-cluster.ts');
    const status = await answerInCluster(cluster, invocation, { handle, answer });
    if (status === 'completed') return answered(handle, `${done} ${handle}`);
    const text = `the cluster has accepted the answer to ${handle}; it takes effect when a worker of ${cluster.namespace} runs`;
    return { exitCode: exitCodes.ok, json: { handle, status }, text };
  }
  const folder = handlesFolderOf(invocation);
  const view = await findHandle(folder, handle);
  const server = await findServer(view.workspace);
  if (server === undefined) await answerHandle(folder, handle, answer);
  else await server.call('POST', `/handles/${encodeURIComponent(handle)}`, answer);
  const next = server === undefined ? `\n${nextStep(view, await isAtWork(view.workspace))}` : '';
  return answered(handle, `${done} ${handle}${next}`);
}

function answered(handle: string, text: string): CommandResult {
  return { exitCode: exitCodes.ok, json: { handle, status: 'completed' }, text };
}

function nextStep({ kind, agentName, instanceKey, turnId }: HandleView, isRunning: boolean): string {
  if (isRunning)
    return kind === 'held'
      ? `turn ${turnId} of ${agentName}/${instanceKey} goes on where it runs`
      : `${agentName}/${instanceKey} is told where it runs`;
  return kind === 'held'
    ? `turn ${turnId} of ${agentName}/${instanceKey} goes on with gdn run --resume in its bundle, or when that is served again`
    : `${agentName}/${instanceKey} is told when its bundle is run or served again`;
}
