/** The call a handle belongs to. */
export interface HandleOwner {
  readonly idempotencyKey: string;
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolCallId: string;
  readonly toolName: string;
}

/** Knows which handles are taken; the runtime's is durable (PEND-1). */
export interface HandleStore {
  /** Takes a handle for a call, told from others by its idempotency key; false when another call has it. */
  claim(handle: string, owner: HandleOwner): boolean | Promise<boolean>;
}

/** A store that lasts as long as the process. */
export function createMemoryHandleStore(): HandleStore {
  const owners = new Map<string, string>();
  return {
    claim(handle, { idempotencyKey }) {
      const owner = owners.get(handle) ?? idempotencyKey;
      owners.set(handle, owner);
      return owner === idempotencyKey;
    },
  };
}
