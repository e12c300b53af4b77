/** The tools of the swarm that is being tried: each start, effect and end is on the disk before anything follows from it. */
import { pending, type ToolContext, type ToolHandler } from '@goondan/core';
import { Ledger } from '../ledger.ts';
import type { Act } from './evidence.ts';
import { say } from './word.ts';

type ActInput = {
  /** How long it takes. */
  readonly ms: number;
  readonly note?: string;
  readonly handle?: string;
};

let ledger: Ledger | undefined;

function note(kind: Act['kind'], tool: string, context: ToolContext, input: ActInput): void {
  const { agentName, turnId, toolCallId, idempotencyKey } = context;
  const instanceKey = `${agentName}/${context.instanceKey}`;
  const more = {
    ...(input.note === undefined ? {} : { note: input.note }),
    ...(input.handle === undefined ? {} : { handle: input.handle }),
  };
  ledger ??= new Ledger(process.env.CHAOS_EFFECTS ?? '');
  ledger.write({
    kind,
    tool,
    instanceKey,
    turnId,
    toolCallId,
    idempotencyKey,
    pid: process.pid,
    ...more,
  });
  say(kind, instanceKey, process.pid);
}

function act(tool: string, run: (ms: number) => Promise<unknown> = Bun.sleep): ToolHandler {
  return async (context, input: ActInput) => {
    note('start', tool, context, input);
    await run(input.ms / 2);
    note('effect', tool, context, input);
    await run(input.ms / 2);
    note('end', tool, context, input);
    return { toolCallId: context.toolCallId };
  };
}

/** Leaves a process running meanwhile, which must not outlive ours. */
async function beside(ms: number): Promise<void> {
  const other = Bun.spawn(['sleep', '60'], { stdio: ['ignore', 'ignore', 'ignore'] });
  await Bun.sleep(ms);
  other.kill('SIGKILL');
  await other.exited;
}

/** One handler for each way a tool may be annotated, and one whose work ends later. */
export const handlers: Record<string, ToolHandler> = {
  plain: act('plain'),
  spawning: act('spawning', beside),
  repeatable: act('repeatable'),
  reading: act('reading'),
  async job(context, input: ActInput) {
    await act('job')(context, input);
    return pending(`job ${input.handle ?? ''}`);
  },
};
