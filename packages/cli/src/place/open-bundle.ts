import type { OpenSwarmOptions, Swarm } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { stateRootOf } from './state-root.ts';

/**
 * Opens the bundle in `bundleRoot`, or the stock tools where there is none. For one command its agents run in processes that are not
 * kept, and what they log goes to stderr; `isKept` is for what stays, `engine` for what runs elsewhere.
 */
export async function openBundle(
  invocation: Invocation,
  bundleRoot: string | undefined,
  {
    isKept = false,
    engine,
  }: { readonly isKept?: boolean; readonly engine?: OpenSwarmOptions['engine'] | undefined } = {},
): Promise<Swarm> {
  const { openSwarm } = await import('@goondan/runtime/swarm');
  return openSwarm({
    ...(bundleRoot === undefined ? {} : { bundleRoot }),
    stateRoot: stateRootOf(invocation),
    env: invocation.env,
    logger: console,
    processes: isKept ? 'kept' : 'once',
    logs: isKept ? 'files' : 'inherit',
    ...(engine === undefined ? {} : { engine }),
  });
}
