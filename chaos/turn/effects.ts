/** The tools of the bundle that is being tried: each start, effect and end is written to the ledger before anything follows from it. */
import { writeSync } from 'node:fs';
import type { ToolContext, ToolHandler } from '@goondan/core';
import { Ledger } from '../ledger.ts';
import type { Effect } from './evidence.ts';

type EffectInput = {
  /** How long it takes. */
  readonly ms: number;
  readonly fails?: boolean;
};

let ledger: Ledger | undefined;

function note(kind: Effect['kind'], tool: string, context: ToolContext): void {
  const { instanceKey, turnId, toolCallId, idempotencyKey } = context;
  ledger ??= new Ledger(process.env.CHAOS_EFFECTS ?? '');
  ledger.write({ kind, tool, instanceKey, turnId, toolCallId, idempotencyKey, pid: process.pid });
  // So that whoever kills can aim.
  writeSync(1, `${kind}\n`);
}

function effect(tool: string): ToolHandler {
  return async (context, { ms, fails = false }: EffectInput) => {
    note('start', tool, context);
    await Bun.sleep(ms / 2);
    note('effect', tool, context);
    await Bun.sleep(ms / 2);
    note('end', tool, context);
    if (fails) throw new Error('This call was asked to fail.');
    return { toolCallId: context.toolCallId };
  };
}

/** One handler for each way a tool may be annotated. */
export const handlers: Record<string, ToolHandler> = {
  plain: effect('plain'),
  alone: effect('alone'),
  repeatable: effect('repeatable'),
  reading: effect('reading'),
};
