import type { Swarm } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { stateRootOf } from './state-root.ts';

/** Opens the bundle in `bundleRoot`, or the stock tools where there is none. What its code logs goes to stderr. */
export async function openBundle(invocation: Invocation, bundleRoot: string | undefined): Promise<Swarm> {
  const { openSwarm } = await import('@goondan/runtime');
  return openSwarm({
    ...(bundleRoot === undefined ? {} : { bundleRoot }),
    stateRoot: stateRootOf(invocation),
    env: invocation.env,
    logger: console,
  });
}
