import { compileSchema, foreignToolName } from '@goondan/core';
import { messageOf } from '../client/failure.ts';
import { isTaken } from '../client/is-taken.ts';
import type { ServerConfig } from '../client/server-config.ts';
import { definitionDiff, type DefinitionChange } from './definition-diff.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { noteChanges } from './pin-definitions.ts';
import { readPins, type PinFile, type PinnedServer } from './pin-file.ts';
import { readDefinitions } from './read-definitions.ts';
import { serverOrigin } from './server-origin.ts';
import { definitionHash, type ForeignTool } from './tool-definition.ts';

/** A declared server whose tools are looked at. */
export interface LookedAt {
  /** Where pins are kept. */
  readonly folder: string;
  readonly key: string;
  readonly config: ServerConfig;
  /** Names, as models see them, that other tools of the bundle have. */
  readonly otherNames?: ReadonlySet<string>;
}

/** How it stands with a tool of a server. */
export interface ToolStanding {
  /** By the server's own name. */
  readonly tool: string;
  /**
   * `pinned` and `new` are offered; `drifted` waits for approval, `quarantined` cannot be offered, `left-out` is not taken by the config, and
   * `gone` is what the server had once.
   */
  readonly status: 'pinned' | 'new' | 'drifted' | 'quarantined' | 'left-out' | 'gone';
  /** Why it is not offered. */
  readonly reason?: string;
  readonly description?: string;
  /** What the server says now, compared with what was approved. */
  readonly changes: readonly DefinitionChange[];
  /** Characters nobody can see in its texts, as `U+200B`. */
  readonly hidden: readonly string[];
}

/** How it stands with the tools of a server as far as is known with nothing started. */
export async function knownStanding(server: LookedAt): Promise<ToolStanding[]> {
  const pins = await readPins(pinnedServer(server));
  if (pins === undefined) return [];
  const { pinned, changed, present, refused = {} } = pins;
  const isHere = new Set(present);
  const now = Object.entries(pinned).map(([name, pin]) => {
    const { tool } = (Object.hasOwn(changed, name) ? changed[name] : undefined) ?? pin;
    if (isHere.has(name)) return standingOf(tool, { server, pins });
    return { ...shownOf(tool), status: 'gone', reason: 'the server has it no more' } as const;
  });
  return ordered([...now.filter(({ tool }) => !Object.hasOwn(refused, tool)), ...quarantined(refused)]);
}

/** How it stands with the tools that a server lists now. What differs from what is pinned is noted and can be approved; nothing is pinned by it. */
export async function listedStanding(server: LookedAt, listed: readonly unknown[]): Promise<ToolStanding[]> {
  const { tools, refused } = readDefinitions(listed);
  await noteChanges(pinnedServer(server), tools);
  const pins = await readPins(pinnedServer(server));
  return ordered([...tools.map((tool) => standingOf(tool, { server, pins })), ...quarantined(refused)]);
}

/** A server as its pins know it. */
export function pinnedServer({ folder, key, config }: LookedAt): PinnedServer {
  return { folder, key, origin: serverOrigin(config) };
}

function standingOf(
  tool: ForeignTool,
  { server, pins }: { readonly server: LookedAt; readonly pins: PinFile | undefined },
): ToolStanding {
  const { key, config, otherNames } = server;
  const shown = shownOf(tool);
  if (!isTaken(tool.name, config.tools))
    return { ...shown, status: 'left-out', reason: 'its config does not take it' };
  const pin = Object.hasOwn(pins?.pinned ?? {}, tool.name) ? pins?.pinned[tool.name] : undefined;
  if (pin !== undefined && pin.hash !== definitionHash(tool)) {
    const changes = definitionDiff(pin.tool, tool);
    const reason = `its definition has changed since it was approved: ${partsOf(changes)}`;
    return { ...shown, changes, status: 'drifted', reason };
  }
  const problem = schemaProblem(tool) ?? nameProblem(foreignToolName(key, tool.name), otherNames);
  if (problem !== undefined) return { ...shown, status: 'quarantined', reason: problem };
  return { ...shown, status: pin === undefined ? 'new' : 'pinned' };
}

function shownOf(tool: ForeignTool): Omit<ToolStanding, 'status'> {
  const { name, description } = tool;
  const hidden = hiddenCharacters(tool);
  return { tool: name, changes: [], hidden, ...(description === undefined ? {} : { description }) };
}

function quarantined(refused: Readonly<Record<string, string>>): ToolStanding[] {
  return Object.entries(refused).map(([tool, reason]) => ({
    tool,
    status: 'quarantined',
    reason,
    changes: [],
    hidden: hiddenCharacters(tool),
  }));
}

/** The members of a definition that differ. */
function partsOf(changes: readonly DefinitionChange[]): string {
  return [...new Set(changes.map(({ path }) => path.split('/')[1] ?? ''))].join(', ');
}

function schemaProblem({ inputSchema, outputSchema }: ForeignTool): string | undefined {
  try {
    compileSchema(inputSchema);
    if (outputSchema !== undefined) compileSchema(outputSchema);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function nameProblem(name: string, others: ReadonlySet<string> | undefined): string | undefined {
  return others?.has(name) === true ? `there is another tool of the name ${name}` : undefined;
}

function ordered(standings: readonly ToolStanding[]): ToolStanding[] {
  return standings.toSorted((left, right) => (left.tool < right.tool ? -1 : 1));
}
