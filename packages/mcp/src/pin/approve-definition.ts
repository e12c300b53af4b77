import { join } from 'node:path';
import { GoondanError } from '@goondan/core';
import { readPins, writePins } from './pin-file.ts';
import { pinnedServer, type LookedAt } from './tool-standing.ts';

/** Where the pins of a workspace are kept, given the folder of its Extension/mcp. */
export function pinsFolder(stateFolder: string): string {
  return join(stateFolder, 'pins');
}

/** Approves what a server now says of its tools, of one or of all that differ; says which. Throws `E_MCP_DRIFT` where nothing differs. */
export async function approveDefinitions(server: LookedAt, tool?: string): Promise<string[]> {
  const pins = await readPins(pinnedServer(server));
  const names = Object.keys(pins?.changed ?? {}).filter((name) => tool === undefined || name === tool);
  if (pins === undefined || names.length === 0) {
    const whole = `The MCP server '${server.key}'`;
    const what = tool === undefined ? whole : `${tool} of the MCP server '${server.key}'`;
    throw new GoondanError('E_MCP_DRIFT', `${what} has no changed definition that waits for approval.`, {
      suggestion: 'See what waits with `gdn mcp list`.',
    });
  }
  const { pinned, changed } = pins;
  for (const name of names) {
    const now = changed[name];
    if (now === undefined) continue;
    pinned[name] = { ...now, at: new Date().toISOString() };
    delete changed[name];
  }
  await writePins(server.folder, pins);
  return names;
}
