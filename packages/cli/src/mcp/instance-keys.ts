import type { McpCaller } from '@goondan/mcp';

const prefix = 'mcp';

/** The conversation that is a caller's own. */
export function ownKey({ isOwner, name }: McpCaller): string {
  return isOwner ? prefix : `${prefix}:${encodeURIComponent(name)}`;
}

/** The conversation that a caller means by a key: what others call by the same key is another one. */
export function keyFor(caller: McpCaller, given: string): string {
  return caller.isOwner ? given : `${ownKey(caller)}:${given}`;
}

/** Whether a conversation is one of the caller's. */
export function isKeyOf(caller: McpCaller, instanceKey: string): boolean {
  return caller.isOwner || instanceKey === ownKey(caller) || instanceKey.startsWith(`${ownKey(caller)}:`);
}

/**
 * A conversation of the caller's own in which nothing happens: turns of one instance wait for each other, and calls of a client do not. There
 * are never more of them than calls at the same time.
 */
export function freeKey(caller: McpCaller, isBusy: (instanceKey: string) => boolean): string {
  const own = ownKey(caller);
  if (!isBusy(own)) return own;
  let lane = 2;
  while (isBusy(`${own}:lane-${lane}`)) lane += 1;
  return `${own}:lane-${lane}`;
}

/** The conversation that stands for all those of the same caller that only make calls. */
export function withoutLane(instanceKey: string): string {
  return instanceKey.replace(/:lane-\d+$/, '');
}
