import { join } from 'node:path';
import { GoondanError } from '@goondan/core';
import { definitionDiff, type DefinitionChange } from './definition-diff.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { readAllPins, readPins, writePins } from './pin-file.ts';

/** Where the pins of a workspace are kept, given the folder of its Extension/mcp. */
export function pinsFolder(stateFolder: string): string {
  return join(stateFolder, 'pins');
}

/** A pinned tool as it is shown to a person. */
export interface PinView {
  readonly server: string;
  readonly tool: string;
  readonly hash: string;
  readonly status: 'approved' | 'changed' | 'gone';
  /** What the server says now, compared with what was approved. */
  readonly changes: readonly DefinitionChange[];
  /** Characters nobody can see in its texts, as `U+200B`. */
  readonly hidden: readonly string[];
}

/** Every pinned tool of a workspace. `folder` is where its pins are kept. */
export async function listPins(folder: string): Promise<PinView[]> {
  const files = await readAllPins(folder);
  return files.flatMap(({ key, pinned, changed, present }) =>
    Object.entries(pinned).map(([tool, pin]) => {
      const now = Object.hasOwn(changed, tool) ? changed[tool] : undefined;
      const status = now !== undefined ? 'changed' : present.includes(tool) ? 'approved' : 'gone';
      return {
        server: key,
        tool,
        hash: pin.hash,
        status,
        changes: now === undefined ? [] : definitionDiff(pin.tool, now.tool),
        hidden: hiddenCharacters(now?.tool ?? pin.tool),
      } as const;
    }),
  );
}

/** Approves what a server now says of its tools, of one or of all that differ; says which. Throws `E_MCP_DRIFT` where nothing differs. */
export async function approveDefinitions(folder: string, server: string, tool?: string): Promise<string[]> {
  const pins = await readPins(folder, server);
  const names = Object.keys(pins?.changed ?? {}).filter((name) => tool === undefined || name === tool);
  if (pins === undefined || names.length === 0) {
    const what = tool === undefined ? `The MCP server '${server}'` : `${tool} of the MCP server '${server}'`;
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
  await writePins(folder, pins);
  return names;
}
