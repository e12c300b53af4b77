import { GoondanError } from '@goondan/core';
import { handleOutcome } from '../inspect/handle-answer.ts';
import type { HandleAnswer } from '../inspect/handle-answer-schema.ts';
import type { HandleView } from '../inspect/handle-view.ts';
import type { HttpHost } from './host.ts';
import { jsonResponse } from './status-error.ts';

/** Every handle of the workspace. */
export async function getHandles({ state }: HttpHost): Promise<Response> {
  return jsonResponse(await state.handles());
}

/** One handle: for those who ask again and again (PEND-2). */
export async function getHandle(host: HttpHost, handle: string): Promise<Response> {
  return jsonResponse(await ownHandle(host, handle));
}

/** Answers a handle, once. */
export async function postHandle(host: HttpHost, handle: string, answer: HandleAnswer): Promise<Response> {
  const view = await ownHandle(host, handle);
  await host.engine.complete(handle, handleOutcome(view, answer));
  return jsonResponse({ handle, status: 'completed' });
}

/** Those of other workspaces are not this server's. */
async function ownHandle({ state }: HttpHost, handle: string): Promise<HandleView> {
  const view = await state.handle(handle);
  if (view !== undefined) return view;
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}' in this workspace.`);
}
