import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  effectivePolicy,
  EventBus,
  Pipeline,
  registerExtensions,
  ToolExecutor,
  ToolRegistry,
  type AgentEvent,
  type ExtensionModule,
  type JsonObject,
  type Policy,
  type ToolDefinition,
} from '@goondan/core';
import {
  LocalEngine,
  runTurn,
  SecretMask,
  workspaceLayout,
  type Agent,
  type TurnOutcome,
} from '@goondan/runtime';
import type { AgentModel } from '@goondan/runtime/model';
import { memoryConsole, type MemoryConsole } from './memory-console.ts';

/** What an agent of these tests is made of. */
export interface Parts {
  readonly model: AgentModel;
  /** In declared order. */
  readonly extensions: readonly {
    readonly module: ExtensionModule & { readonly name: string };
    readonly config?: JsonObject;
  }[];
  readonly tools?: readonly ToolDefinition[];
  readonly policy?: Policy;
  readonly bundleRoot?: string;
}

/** One life of an engine with an agent of real parts. */
export interface Conversation {
  readonly agent: Agent;
  readonly engine: LocalEngine;
  readonly log: MemoryConsole;
  /** Hands in a text; the same `id` is the same event, also in a later life. */
  readonly ask: (
    input: string,
    options?: { readonly instanceKey?: string; readonly id?: string },
  ) => Promise<TurnOutcome>;
  /** Ends this life; turns that run stay open. */
  readonly stop: () => Promise<void>;
}

/** Runs a test in a folder of its own. */
export async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-extensions-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a test with one life of an engine. */
export function withConversation(
  parts: Parts,
  run: (conversation: Conversation) => Promise<void>,
): Promise<void> {
  return inFolder(async (stateRoot) => {
    const conversation = await openConversation(parts, stateRoot);
    try {
      await run(conversation);
    } finally {
      await conversation.stop();
    }
  });
}

let events = 0;

/** Starts an engine on the state of a folder. */
export async function openConversation(parts: Parts, stateRoot: string): Promise<Conversation> {
  const log = memoryConsole();
  const agent = await agentOf(parts, log.logger);
  const engine = new LocalEngine({
    layout: workspaceLayout(stateRoot),
    agents: [agent.name],
    runnerOf: async () => (context, input) => runTurn(context, agent, input),
    logger: log.logger,
  });
  await engine.start();
  return {
    agent,
    engine,
    log,
    ask: (input, { instanceKey = 'default', id = `e${(events += 1)}` } = {}) =>
      engine.request({ agent: agent.name, instanceKey }, eventOf(id, input)),
    stop: () => engine.stop({ graceMs: 0 }),
  };
}

async function agentOf(
  { model, extensions, tools = [], policy = {}, bundleRoot }: Parts,
  logger: Console,
): Promise<Agent> {
  const registry = new ToolRegistry();
  const pipeline = new Pipeline();
  for (const tool of tools)
    registry.register({ source: { type: 'config', name: resourceOf(tool) }, ...tool });
  const laid = effectivePolicy([{ origin: 'swarm', policy }]);
  const approvals = [...laid.approvals];
  const effective = { ...laid, approvals };
  await registerExtensions(
    extensions.map(({ module, config }) => ({
      name: module.name,
      module,
      ...(config === undefined ? {} : { config }),
    })),
    {
      registry,
      pipeline,
      events: new EventBus(logger),
      logger,
      approvals,
      features: effective.features,
      ...(bundleRoot === undefined ? {} : { bundleRoot }),
    },
  );
  return {
    name: 'helper',
    registry,
    pipeline,
    policy: effective,
    executor: new ToolExecutor(registry, { policy: effective, middleware: pipeline.toolCall }),
    tools: [...new Set(tools.map(resourceOf))],
    model,
    logger,
    mask: new SecretMask([]),
  };
}

function eventOf(id: string, input: string): AgentEvent {
  return {
    id,
    type: 'user.input',
    createdAt: '2026-01-01T00:00:00.000Z',
    input,
    source: { kind: 'connector', name: 'test' },
  };
}

function resourceOf({ name }: ToolDefinition): string {
  return name.split('__')[0] ?? name;
}
