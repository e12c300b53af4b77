import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, JsonObject, JsonValue, ToolResult } from '@goondan/core';
import { acceptedSchema } from '../../../src/engine/local/journal-records.ts';
import type { TurnOutcome } from '../../../src/engine/turn-outcome.ts';
import { RecordLog } from '../../../src/storage/record-log.ts';
import { inputEvent, toolCallEvent } from '../../../src/swarm/input-event.ts';
import { openSwarm } from '../../../src/swarm/open-swarm.ts';
import type { OpenSwarmOptions, Swarm } from '../../../src/swarm/swarm.ts';
import type { RuntimeEvent, TurnDelta } from '../../../src/telemetry/runtime-event.ts';
import { workspaceLayout, type WorkspaceLayout } from '../../../src/workspace/layout.ts';
import { isLocal, makeTestEngine, type TestEngine } from '../../engine-suite/test-engine.ts';
import { memoryConsole } from '../../turn/support/memory-console.ts';
import { textOf } from '../../turn/support/text-of.ts';
import { plainTeam, teamFiles, type TeamBundle } from './team-bundle.ts';

/** How agents run: what holds in one process must hold between processes. */
export const engines: readonly Processes[] = isLocal() ? ['none', 'once'] : ['none'];

/** In this process, in processes of ours, or, where another engine is tested, on that. */
export type Processes = 'none' | 'once' | 'kept';

/** A team whose dangerous calls a person must approve. */
export const approvedTeam: TeamBundle = {
  ...plainTeam,
  policy: '{ tools: { approvals: [{ tool: probe__danger }] } }',
};

/** Runs a test with a team on files of its own; all of it is gone afterwards. */
export async function withTeam(
  processes: Processes,
  use: (team: Team) => Promise<void>,
  bundle: TeamBundle = plainTeam,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-agents-'));
  await mkdir(join(root, 'bundle'));
  const team = new Team(root, processes);
  try {
    for (const [name, content] of Object.entries(teamFiles(bundle)))
      await writeFile(join(team.bundleRoot, name), content);
    await team.open();
    await use(team);
  } finally {
    await team.close();
    await rm(root, { recursive: true, force: true });
  }
}

/** A swarm of agents on real files, through as many lives as a test wants. */
export class Team {
  readonly bundleRoot: string;
  readonly layout: WorkspaceLayout;
  /** Everything observed, in all lives. */
  readonly told: (RuntimeEvent | TurnDelta)[] = [];
  readonly #options: OpenSwarmOptions;
  readonly #watchers = new Set<() => void>();
  #swarm: Swarm | undefined;
  #tested: TestEngine | undefined;

  constructor(root: string, processes: Processes) {
    this.bundleRoot = join(root, 'bundle');
    const stateRoot = join(root, 'state');
    this.layout = workspaceLayout(stateRoot, this.bundleRoot);
    this.#options = {
      bundleRoot: this.bundleRoot,
      stateRoot,
      env: {},
      logger: memoryConsole().logger,
      logs: 'files',
      processes,
      ...(isLocal()
        ? {}
        : {
            engine: (parts) => {
              const bundle = { bundleRoot: this.bundleRoot, stateRoot };
              return (this.#tested = makeTestEngine(processes === 'kept' ? { ...parts, bundle } : parts));
            },
          }),
    };
  }

  get engine(): Swarm['engine'] {
    if (this.#swarm === undefined) throw new Error('The team has not been opened.');
    return this.#swarm.engine;
  }

  /** Begins a life; nothing is resumed yet. */
  async open(): Promise<void> {
    this.#swarm = await openSwarm(this.#options);
    this.#swarm.engine.observe((event) => {
      this.told.push(event);
      for (const look of this.#watchers) look();
    });
    await this.#swarm.engine.start();
  }

  /** Ends a life; what is open stays open. */
  async close(): Promise<void> {
    await this.#swarm?.engine.stop({ graceMs: 0 });
    await this.#swarm?.close();
    this.#swarm = undefined;
  }

  /** Ends a life and begins another. */
  async restart(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** Hands in an input and waits for what becomes of it. */
  ask(agent: string, input: JsonValue, instanceKey = 'main'): Promise<TurnOutcome> {
    return this.engine.request({ agent, instanceKey }, inputEvent(input));
  }

  /** Hands in an input; says which turn it is. */
  async send(agent: string, input: JsonValue | AgentEvent, instanceKey = 'main'): Promise<string> {
    const event = isEvent(input) ? input : inputEvent(input);
    return (await this.engine.send({ agent, instanceKey }, event)).turnId;
  }

  /** Calls a tool as an agent, without its model. */
  async call(agent: string, name: string, args: JsonObject, instanceKey = 'main'): Promise<ToolResult> {
    const outcome = await this.engine.request({ agent, instanceKey }, toolCallEvent({ name, args }));
    const [only] = outcome.toolCalls;
    if (only === undefined) throw new Error(`The turn made no call: ${JSON.stringify(outcome)}`);
    return only.result;
  }

  /** The runtime events so far that fit. */
  events(fits: Partial<RuntimeEvent>): RuntimeEvent[] {
    return this.told.flatMap((event) => (event.type !== 'delta' && isLike(event, fits) ? [event] : []));
  }

  /** Waits until so many events fit; gives back the last of them. */
  async until(fits: Partial<RuntimeEvent>, count = 1): Promise<RuntimeEvent> {
    for (;;) {
      const event = this.events(fits)[count - 1];
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

  /** The handle of the n-th call of an agent that is held. */
  async heldHandle(agentName: string, count = 1): Promise<string> {
    const { attributes } = await this.until({ type: 'tool.held', agentName }, count);
    return textOf(attributes?.handle);
  }

  /** The event of a turn, as its agent has it on record. */
  async eventOf(agent: string, turnId: string): Promise<AgentEvent> {
    const input = this.#tested?.inputOf?.(turnId);
    if (input !== undefined) return input;
    const log = new RecordLog(this.layout.journalOf(agent), { isReadOnly: true });
    try {
      const accepted = log
        .streams('q/')
        .flatMap((stream) => log.read(stream))
        .flatMap(({ name, value }) => (name === 'accepted' ? [acceptedSchema.parse(value)] : []));
      const turn = accepted.find((candidate) => candidate.turnId === turnId);
      if (turn === undefined) throw new Error(`${agent} has no turn ${turnId}.`);
      return turn.event;
    } finally {
      log.close();
    }
  }

  /** What the tools have done, a line each. */
  async effects(): Promise<string[]> {
    const text = await readFile(join(this.bundleRoot, 'effects.log'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }
}

function isLike(event: RuntimeEvent, fits: Partial<RuntimeEvent>): boolean {
  return Object.entries(fits).every(([key, value]) => Reflect.get(event, key) === value);
}

function isEvent(value: JsonValue | AgentEvent): value is AgentEvent {
  return typeof value === 'object' && value !== null && 'source' in value && 'createdAt' in value;
}
