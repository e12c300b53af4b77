/** A key that is the same for every attempt at one call and differs from every other call's; ASCII, fit for a header. */
export function idempotencyKeyOf(call: {
  agentName: string;
  instanceKey: string;
  turnId: string;
  toolCallId: string;
}): string {
  const identity = JSON.stringify([call.agentName, call.instanceKey, call.turnId, call.toolCallId]);
  return Bun.SHA256.hash(identity, 'hex').slice(0, 32);
}
