/** Knows which handles are taken; the runtime's is durable (PEND-1). */
export interface HandleStore {
  /** Takes a handle for the call with that idempotency key; false when another call has it. */
  claim(handle: string, idempotencyKey: string): boolean | Promise<boolean>;
}

/** A store that lasts as long as the process. */
export function createMemoryHandleStore(): HandleStore {
  const owners = new Map<string, string>();
  return {
    claim(handle, idempotencyKey) {
      const owner = owners.get(handle) ?? idempotencyKey;
      owners.set(handle, owner);
      return owner === idempotencyKey;
    },
  };
}
