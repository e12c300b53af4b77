import { GoondanError, isErrorCode } from '@goondan/core';
import { revokeEvent } from '../swarm/input-event.ts';
import { grantNotFound } from '../turn/grant-not-found.ts';
import type { HttpHost } from './host.ts';
import { jsonResponse } from './status-error.ts';

/** What persons have allowed for good in the workspace. */
export async function getGrants({ state }: HttpHost): Promise<Response> {
  return jsonResponse(await state.grants());
}

/** Takes one back: 200 when it is gone, 202 where turns of its instance have to end first. */
export async function deleteGrant({ state, engine }: HttpHost, id: string): Promise<Response> {
  const found = (await state.grants()).find(({ grant }) => grant === id);
  if (found === undefined) throw grantNotFound(id);
  const { agent, instanceKey } = found;
  const open = await engine.openTurns();
  const isBusy = open.some((turn) => turn.agent === agent && turn.instanceKey === instanceKey);
  const event = revokeEvent(id, { source: 'http', instanceKey });
  const { turnId } = await engine.send({ agent, instanceKey }, event);
  if (isBusy) return jsonResponse({ grant: id, status: 'queued', turnId }, 202);
  const { error } = await engine.attach(turnId);
  if (error === undefined) return jsonResponse({ grant: id, status: 'revoked' });
  throw new GoondanError(isErrorCode(error.code) ? error.code : 'E_INTERNAL', error.message);
}
