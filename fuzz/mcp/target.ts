import type { FuzzTarget } from '../target.ts';
import { clientProperty } from './client-property.ts';
import { serverProperty } from './server-property.ts';

/** MCP-1, MCP-2: messages of servers to us and of clients to us. */
export async function openMcp(): Promise<FuzzTarget> {
  return { properties: [serverProperty(), clientProperty()], [Symbol.asyncDispose]: async () => {} };
}
