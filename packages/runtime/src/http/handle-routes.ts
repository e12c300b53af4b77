import { GoondanError } from '@goondan/core';
import { findHandle, handleOutcome, type HandleAnswer } from '../inspect/handle-answer.ts';
import { listHandles, type HandleView } from '../inspect/handle-view.ts';
import type { HttpHost } from './host.ts';
import { jsonResponse } from './status-error.ts';

/** Every handle of the workspace. */
export async function getHandles({ layout }: HttpHost): Promise<Response> {
  return jsonResponse(await listHandles(layout.handles, layout.folder));
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
async function ownHandle({ layout }: HttpHost, handle: string): Promise<HandleView> {
  const view = await findHandle(layout.handles, handle);
  if (view.workspace === layout.folder) return view;
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}' in this workspace.`);
}
