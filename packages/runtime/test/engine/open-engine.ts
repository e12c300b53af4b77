import type { AgentEvent, JsonValue } from '@goondan/core';
import { LocalEngine, type LocalEngineOptions } from '../../src/engine/local/local-engine.ts';
import { runTurn } from '../../src/turn/run-turn.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import { agentWith, type AgentParts } from '../turn/support/agent-with.ts';
import { memoryConsole } from '../turn/support/memory-console.ts';
import type { TestClock } from './test-clock.ts';

/** What the agent of these tests is called unless it has another name. */
export const helper = { agent: 'helper', instanceKey: 'default' } as const;

/** What an engine in a test is opened with. */
export interface OpenEngineOptions extends Partial<
  Pick<LocalEngineOptions, 'retentionMs' | 'logger' | 'keepsTrying'>
> {
  readonly stateRoot: string;
  readonly agents: readonly AgentParts[];
  /** The machine's without it. */
  readonly clock?: TestClock;
}

/** An engine on real files with agents of real parts; not started yet. */
export function engineWith(options: OpenEngineOptions): LocalEngine {
  const { stateRoot, agents, logger = memoryConsole().logger, clock, ...rest } = options;
  const handles = {
    claim: (...claim: Parameters<LocalEngine['claimHandle']>) => engine.claimHandle(...claim),
  };
  const loaded = new Map(agents.map((parts) => [parts.name ?? 'helper', agentWith(parts, handles)]));
  const engine = new LocalEngine({
    layout: workspaceLayout(stateRoot),
    agents: [...loaded.keys()],
    runnerOf: async (name) => {
      const agent = await loaded.get(name);
      if (agent === undefined) throw new Error(`The test has no agent ${name}.`);
      return (context, input) => runTurn(context, agent, input);
    },
    logger,
    ...(clock === undefined ? {} : { now: clock.now, wait: clock.wait }),
    ...rest,
  });
  return engine;
}

/** An engine that has been started; nothing is resumed yet. */
export async function openEngine(options: OpenEngineOptions): Promise<LocalEngine> {
  const engine = engineWith(options);
  await engine.start();
  return engine;
}

/** An event that can be handed in again. */
export function eventNamed(id: string, input: JsonValue = id): AgentEvent {
  return {
    id,
    type: 'user.input',
    createdAt: '2026-01-01T00:00:00.000Z',
    input,
    source: { kind: 'connector', name: 'test' },
  };
}

/** What a promise is rejected with; undefined when it resolves. */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}
