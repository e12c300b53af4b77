/** What tests run as a process of its own, to be killed in the middle of a plan. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolDefinition } from '@goondan/core';
import { planEvent } from '../../src/swarm/input-event.ts';
import { adoptTestEngine } from '../engine-suite/test-engine.ts';
import { World } from '../turn/support/world.ts';

/** Notes each start in a file; the ones that hang never end while `isHanging`. */
function notingTools(stateRoot: string, isHanging: boolean): ToolDefinition[] {
  const note = (name: string, annotations = {}): ToolDefinition => ({
    name,
    annotations,
    handler: async (_context, { n }) => {
      await appendFile(join(stateRoot, 'starts'), `${name} ${Number(n)}\n`);
      if (isHanging && name.startsWith('hang'))
        return new Promise<string>(() => console.log(`hangs ${name}`));
      return `did ${Number(n)}`;
    },
  });
  return [note('do__it'), note('hang__once'), note('hang__again', { idempotent: true })];
}

/** Two that end, two that are cut off, and those that wait for them. */
const plan = {
  tools: [
    { id: 'a', tool: 'do__it', args: { n: 1 } },
    { id: 'b', tool: 'do__it', args: { n: 2 }, after: ['a'] },
    { id: 'c', tool: 'hang__once', args: { n: 3 }, after: ['b'] },
    { id: 'd', tool: 'hang__again', args: { n: 4 }, after: ['b'] },
    { id: 'e', tool: 'do__it', args: { n: 5 }, after: ['c'] },
    { id: 'f', tool: 'do__it', args: { n: 6 }, after: ['d'] },
  ],
};

/** The same event in each life. */
export const theEvent = { ...planEvent(plan), id: 'the-plan' };

/** A world on files of that folder, with those tools. */
export function planWorld(stateRoot: string, { isHanging }: { readonly isHanging: boolean }): Promise<World> {
  const policy = { tools: { features: { mcp_tools: true } } };
  return World.open({ tools: notingTools(stateRoot, isHanging), policy }, { stateRoot });
}

if (import.meta.main) {
  await adoptTestEngine();
  const world = await planWorld(process.argv[2] ?? '', { isHanging: true });
  await world.send(theEvent);
  setInterval(() => {}, 1000);
}
