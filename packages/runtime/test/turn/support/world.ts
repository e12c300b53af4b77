import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, CoreMessage, JsonValue, Message } from '@goondan/core';
import type { TurnOutcome } from '../../../src/engine/turn-outcome.ts';
import { inputEvent } from '../../../src/swarm/input-event.ts';
import type { RuntimeEvent, RuntimeEventType, TurnDelta } from '../../../src/telemetry/runtime-event.ts';
import type { Agent } from '../../../src/turn/agent.ts';
import { Conversation } from '../../../src/turn/conversation.ts';
import { runTurn } from '../../../src/turn/run-turn.ts';
import { workspaceLayout, type WorkspaceLayout } from '../../../src/workspace/layout.ts';
import { SecretMask } from '../../../src/secret/secret-mask.ts';
import { makeTestEngine, type TestEngine } from '../../engine-suite/test-engine.ts';
import { textOf } from './text-of.ts';
import { memoryConsole } from './memory-console.ts';
import { agentWith, type AgentParts } from './agent-with.ts';

/** Runs a test in a state folder of its own that is gone afterwards. */
export async function inStateRoot(run: (stateRoot: string) => Promise<void>): Promise<void> {
  const stateRoot = await mkdtemp(join(tmpdir(), 'goondan-turn-'));
  try {
    await run(stateRoot);
  } finally {
    await rm(stateRoot, { recursive: true, force: true });
  }
}

/** Runs a test with an engine on real files; both are gone afterwards. */
export function withEngine(
  agents: AgentParts | readonly AgentParts[],
  run: (world: World) => Promise<void>,
): Promise<void> {
  return inStateRoot(async (stateRoot) => {
    const world = await World.open(agents, { stateRoot });
    try {
      await run(world);
    } finally {
      await world.stop();
    }
  });
}

/** One life of an engine with its agents, and what it told. */
export class World {
  readonly engine: TestEngine;
  readonly layout: WorkspaceLayout;
  readonly stateRoot: string;
  readonly told: (RuntimeEvent | TurnDelta)[] = [];
  readonly #agent: string;
  readonly #watchers = new Set<() => void>();
  #isStopped = false;

  constructor(agents: readonly AgentParts[], { stateRoot, bundleRoot }: WorldOptions) {
    const names = agents.map(({ name = 'helper' }) => name);
    this.#agent = names[0] ?? 'helper';
    this.stateRoot = stateRoot;
    this.layout = workspaceLayout(stateRoot, bundleRoot);
    const loaded = new Map<string, Promise<Agent>>();
    for (const parts of agents) {
      const handles = {
        claim: (...claim: Parameters<TestEngine['claimHandle']>) => this.engine.claimHandle(...claim),
      };
      loaded.set(parts.name ?? 'helper', agentWith(parts, handles));
    }
    const [{ secrets = [], logger = memoryConsole().logger } = {}] = agents;
    const mask = new SecretMask(secrets);
    this.engine = makeTestEngine({
      layout: this.layout,
      agents: names,
      runnerOf: async (name) => {
        const agent = await loaded.get(name);
        if (agent === undefined) throw new Error(`The test has no agent ${name}.`);
        return (context, input) => runTurn(context, agent, input);
      },
      logger,
      mask: (value) => mask.json(value),
    });
    this.engine.observe((event) => {
      this.told.push(event);
      for (const look of this.#watchers) look();
    });
  }

  /** Starts an engine; nothing is resumed yet. */
  static async open(agents: AgentParts | readonly AgentParts[], options: WorldOptions): Promise<World> {
    const world = new World('length' in agents ? agents : [agents], options);
    await world.engine.start();
    return world;
  }

  /** Hands in an input and waits for what becomes of it. */
  ask(input: JsonValue, instanceKey = 'default'): Promise<TurnOutcome> {
    return this.engine.request(this.to(instanceKey), inputEvent(input));
  }

  /** Hands in an input; says which turn it is. */
  async send(event: JsonValue | AgentEvent, instanceKey = 'default'): Promise<string> {
    const { turnId } = await this.engine.send(
      this.to(instanceKey),
      isEvent(event) ? event : inputEvent(event),
    );
    return turnId;
  }

  to(instanceKey = 'default'): { agent: string; instanceKey: string } {
    return { agent: this.#agent, instanceKey };
  }

  /** The events of a kind so far. */
  events(type: RuntimeEventType): RuntimeEvent[] {
    return this.told.flatMap((event) => (event.type === type ? [event] : []));
  }

  /** Waits until so many events of a kind have been told; gives back the last of them. */
  async until(type: RuntimeEventType, count = 1): Promise<RuntimeEvent> {
    for (;;) {
      const event = this.events(type)[count - 1];
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        const look = (): void => {
          this.#watchers.delete(look);
          resolve();
        };
        this.#watchers.add(look);
      });
    }
  }

  /** The handle of the n-th call that was told to be held. */
  async heldHandle(count = 1): Promise<string> {
    const { attributes } = await this.until('tool.held', count);
    return textOf(attributes?.handle);
  }

  /** The handles of so many held calls, by call id. */
  async heldHandles(count: number): Promise<Map<string, string>> {
    await this.until('tool.held', count);
    return new Map(
      this.events('tool.held').map(({ toolCallId = '', attributes }) => [
        toolCallId,
        textOf(attributes?.handle),
      ]),
    );
  }

  /** The messages an instance has on record. */
  async messages(instanceKey = 'default'): Promise<readonly Message[]> {
    const state = await this.engine.stateOf(this.to(instanceKey));
    const { messages } = await Conversation.load({
      get: async (key, reader) => {
        const value = state.get(key);
        return value === undefined ? undefined : reader.parse(value);
      },
    });
    return messages;
  }

  /** What of them goes to a model. */
  async conversation(instanceKey = 'default'): Promise<CoreMessage[]> {
    return (await this.messages(instanceKey)).map(({ data }) => data);
  }

  get journalPath(): string {
    return join(this.layout.agentFolder(this.#agent), 'journal.db');
  }

  /** The folder the tools of an instance work in. */
  workdir(instanceKey = 'default'): string {
    return this.layout.workdirOf(this.#agent, instanceKey);
  }

  /** Ends this life. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.engine.stop({ graceMs: 0 });
  }
}

/** Where a world's files lie. */
export interface WorldOptions {
  readonly stateRoot: string;
  /** A workspace is told from others by it. */
  readonly bundleRoot?: string;
}

function isEvent(value: JsonValue | AgentEvent): value is AgentEvent {
  return typeof value === 'object' && value !== null && 'source' in value && 'createdAt' in value;
}
