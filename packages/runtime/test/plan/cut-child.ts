/** What tests run as a process of its own: a plan that kills its process at one of its writes. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Policy, ToolDefinition } from '@goondan/core';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { planEvent } from '../../src/swarm/input-event.ts';
import { engineWith, helper } from '../engine/open-engine.ts';
import { textOf } from '../turn/support/text-of.ts';

/** One of its own, one that may run again, one that a person must approve, and those that wait for them. */
export const cutPlan = {
  tools: [
    { id: 'a', tool: 'do__it', args: { n: 1 } },
    { id: 'b', tool: 'do__again', args: { n: 2 } },
    { id: 'c', tool: 'do__asked', args: { n: 3 }, after: ['a'] },
    { id: 'd', tool: 'do__it', args: { n: 4 }, after: ['b', 'c'] },
  ],
};

/** Holds one of the tools for a person. */
export const cutPolicy: Policy = {
  tools: { features: { mcp_tools: true }, approvals: [{ tool: 'do__asked' }] },
};

/** Tools that note each start in a file. */
export function notingTools(stateRoot: string): ToolDefinition[] {
  const note = (name: string, annotations = {}): ToolDefinition => ({
    name,
    annotations,
    handler: async (_context, { n }) => {
      await appendFile(join(stateRoot, 'starts'), `${Number(n)}\n`);
      return `did ${Number(n)}`;
    },
  });
  return [note('do__it'), note('do__again', { idempotent: true }), note('do__asked')];
}

/** Ends this process at its n-th write, without a word: before it is on disk, or after and before anybody knows. */
function killAt(nth: number, isWritten: boolean): void {
  const end = (): Promise<never> => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  let count = 0;
  for (const method of ['write', 'finish'] as const) {
    const whole = AgentJournal.prototype[method];
    Object.defineProperty(AgentJournal.prototype, method, {
      async value(this: AgentJournal, ...given: Parameters<typeof whole>): Promise<void> {
        count += 1;
        const isLast = count === nth;
        if (isLast && !isWritten) await end();
        await Reflect.apply(whole, this, given);
        if (isLast) await end();
      },
    });
  }
}

if (import.meta.main) {
  const [, , stateRoot = '', nth = '', when = ''] = process.argv;
  killAt(Number(nth), when === 'written');
  const engine = engineWith({ stateRoot, agents: [{ tools: notingTools(stateRoot), policy: cutPolicy }] });
  engine.observe((event) => {
    if (event.type === 'tool.held')
      void engine.complete(textOf(event.attributes?.handle), { decision: 'approve' });
  });
  await engine.start();
  await engine.request(helper, { ...planEvent(cutPlan), id: 'the-plan' });
  await engine.stop();
}
