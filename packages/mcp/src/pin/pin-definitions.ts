import { definitionHash, type ForeignTool } from './tool-definition.ts';
import { readPins, writePins, type Pin, type PinFile, type PinnedServer } from './pin-file.ts';
import type { ReadDefinitions } from './read-definitions.ts';

/** What may be used of what a server lists. */
export interface PinnedDefinitions {
  /** As pinned. */
  readonly approved: readonly ForeignTool[];
  /** Names of tools that differ from what was approved. */
  readonly drifted: readonly string[];
}

/** The definitions that were pinned when the server was last asked; undefined where there are none. Nothing has to run for it. */
export async function knownDefinitions(server: PinnedServer): Promise<PinnedDefinitions | undefined> {
  const pins = await readPins(server);
  return pins === undefined ? undefined : usable(pins);
}

/**
 * Compares what a server lists with what was pinned. What is seen for the first time is pinned; what differs is kept apart until somebody
 * approves it.
 */
export async function pinDefinitions(
  server: PinnedServer,
  { tools: listed, refused }: Pick<ReadDefinitions, 'tools' | 'refused'>,
): Promise<PinnedDefinitions> {
  const before = await readPins(server);
  const { pinned = {}, changed = {} } = before ?? {};
  const after: PinFile = {
    version: 1,
    key: server.key,
    origin: server.origin,
    pinned: { ...pinned },
    changed: {},
    present: listed.map(({ name }) => name).toSorted(),
    ...(Object.keys(refused).length === 0 ? {} : { refused }),
  };
  for (const tool of listed) {
    const seen = pinOf(tool);
    const known = own(pinned, tool.name);
    if (known === undefined) after.pinned[tool.name] = seen;
    else if (known.hash !== seen.hash) {
      const noted = own(changed, tool.name);
      after.changed[tool.name] = noted?.hash === seen.hash ? noted : seen;
    }
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) await writePins(server.folder, after);
  return usable(after);
}

/** Notes what differs from what was pinned, so that it can be approved; pins nothing that is new. */
export async function noteChanges(server: PinnedServer, listed: readonly ForeignTool[]): Promise<void> {
  const pins = await readPins(server);
  if (pins === undefined) return;
  const before = JSON.stringify(pins);
  for (const tool of listed) {
    const seen = pinOf(tool);
    const known = own(pins.pinned, tool.name);
    if (known === undefined) continue;
    if (known.hash === seen.hash) delete pins.changed[tool.name];
    else if (own(pins.changed, tool.name)?.hash !== seen.hash) pins.changed[tool.name] = seen;
  }
  if (JSON.stringify(pins) !== before) await writePins(server.folder, pins);
}

function pinOf(tool: ForeignTool): Pin {
  return { hash: definitionHash(tool), tool, at: new Date().toISOString() };
}

function usable({ pinned, changed, present }: PinFile): PinnedDefinitions {
  const isDrifted = (name: string): boolean => Object.hasOwn(changed, name);
  return {
    approved: present.flatMap((name) => {
      const pin = own(pinned, name);
      return pin === undefined || isDrifted(name) ? [] : [pin.tool];
    }),
    drifted: present.filter(isDrifted),
  };
}

/** Names are anybody's: `constructor` is one. */
function own(pins: Readonly<Record<string, Pin>>, name: string): Pin | undefined {
  return Object.hasOwn(pins, name) ? pins[name] : undefined;
}
