import { existsSync } from 'node:fs';
import type { WorkspaceLayout } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { bundleRootOf } from './bundle-root.ts';
import { stateRootOf } from './state-root.ts';

/** Where the state of the bundle lies that was named or is nearest; without one, that of the stock tools. Throws `E_CONFIG_NOT_FOUND`. */
export async function workspaceOf(invocation: Invocation): Promise<WorkspaceLayout> {
  const { workspaceLayout } = await import('@goondan/runtime/inspect');
  const bundleRoot = await bundleRootOf(invocation);
  if (bundleRoot !== undefined && !existsSync(bundleRoot)) {
    const { GoondanError } = await import('@goondan/core/basics');
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no folder ${bundleRoot}`);
  }
  return workspaceLayout(stateRootOf(invocation), bundleRoot);
}
