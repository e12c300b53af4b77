import type { ToolCall } from './call.ts';

/** Knows which handles are taken; the runtime's is durable (PEND-1). */
export interface HandleStore {
  /** Takes a handle for a call; false when another call has it. */
  claim(handle: string, call: ToolCall): boolean | Promise<boolean>;
}

/** A store that lasts as long as the process. */
export function createMemoryHandleStore(): HandleStore {
  const taken = new Set<string>();
  return {
    claim(handle) {
      if (taken.has(handle)) return false;
      taken.add(handle);
      return true;
    },
  };
}
