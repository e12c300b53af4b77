/** What tests run as a process of its own, to be killed in the middle of a plan. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolDefinition } from '@goondan/core';
import { planEvent } from '../../src/swarm/input-event.ts';
import { engineWith, helper } from '../engine/open-engine.ts';

/** Notes each start in a file; the ones that hang never end while `isHanging`. */
export function notingTools(stateRoot: string, isHanging: boolean): ToolDefinition[] {
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
export const plan = {
  tools: [
    { id: 'a', tool: 'do__it', args: { n: 1 } },
    { id: 'b', tool: 'do__it', args: { n: 2 }, after: ['a'] },
    { id: 'c', tool: 'hang__once', args: { n: 3 }, after: ['b'] },
    { id: 'd', tool: 'hang__again', args: { n: 4 }, after: ['b'] },
    { id: 'e', tool: 'do__it', args: { n: 5 }, after: ['c'] },
    { id: 'f', tool: 'do__it', args: { n: 6 }, after: ['d'] },
  ],
};

if (import.meta.main) {
  const [, , stateRoot = ''] = process.argv;
  const policy = { tools: { features: { mcp_tools: true } } };
  const engine = engineWith({ stateRoot, agents: [{ tools: notingTools(stateRoot, true), policy }] });
  await engine.start();
  await engine.send(helper, { ...planEvent(plan), id: 'the-plan' });
  setInterval(() => {}, 1000);
}
