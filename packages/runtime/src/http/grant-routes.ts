import { GoondanError, isErrorCode } from '@goondan/core';
import { findGrant } from '../inspect/change-offline.ts';
import { inWorkspace } from '../inspect/workspace-view.ts';
import { revokeEvent } from '../swarm/input-event.ts';
import type { HttpHost } from './host.ts';
import { jsonResponse } from './status-error.ts';

/** What persons have allowed for good in the workspace. */
export async function getGrants({ layout }: HttpHost): Promise<Response> {
  return jsonResponse(await inWorkspace(layout.folder, (view) => view.grants()));
}

/** Takes one back: 200 when it is gone, 202 where turns of its instance have to end first. */
export async function deleteGrant({ layout, engine }: HttpHost, id: string): Promise<Response> {
  const { agent, instanceKey } = await findGrant(layout, id);
  const open = await engine.openTurns();
  const isBusy = open.some((turn) => turn.agent === agent && turn.instanceKey === instanceKey);
  const event = revokeEvent(id, { source: 'http', instanceKey });
  const { turnId } = await engine.send({ agent, instanceKey }, event);
  if (isBusy) return jsonResponse({ grant: id, status: 'queued', turnId }, 202);
  const { error } = await engine.attach(turnId);
  if (error === undefined) return jsonResponse({ grant: id, status: 'revoked' });
  throw new GoondanError(isErrorCode(error.code) ? error.code : 'E_INTERNAL', error.message);
}
