import { tmpdir } from 'node:os';
import type { TurnOutcome } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { serveAgents, type AgentsWorker, type ServeAgentsOptions } from '../src/worker/serve-agents.ts';
import { memoryConsole } from '../../runtime/test/turn/support/memory-console.ts';

/** The one agent that is served. */
export const stepper = 'stepper';

/** A worker whose turns are steps that a test writes. */
export interface StepsWorkerOptions extends Pick<
  ServeAgentsOptions,
  'cluster' | 'namespace' | 'port' | 'identityKeys' | 'force'
> {
  /** By name, in order; what they give is the answer. */
  readonly steps: Readonly<Record<string, (input: unknown) => Promise<string>>>;
}

/** Serves an agent that takes these steps, one after the other, and answers with what they gave. */
export function serveSteps({ steps, ...options }: StepsWorkerOptions): Promise<AgentsWorker> {
  return serveAgents({
    ...options,
    agents: [stepper],
    logger: memoryConsole().logger,
    workdirOf: () => tmpdir(),
    runnerOf:
      async () =>
      async (context, { event, traceId }) => {
        const given: string[] = [];
        for (const [name, run] of Object.entries(steps))
          given.push(await context.step(name, shape.string(), () => run(event.input)));
        return completed({ turnId: context.turnId, traceId, output: given.join(', ') });
      },
  });
}

function completed(turn: { turnId: string; traceId: string; output: string }): TurnOutcome {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  return { ...turn, status: 'completed', steps: 0, usage, toolCalls: [] };
}
