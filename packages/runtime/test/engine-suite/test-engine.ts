import { test } from 'bun:test';
import type { AgentEvent, HandleOwner, JsonValue } from '@goondan/core';
import type { Engine } from '../../src/engine/engine.ts';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { LocalEngine } from '../../src/engine/local/local-engine.ts';
import type { Address } from '../../src/engine/turn-context.ts';
import type { TurnRunner } from '../../src/engine/turn-runner.ts';
import type { RuntimeEvent } from '../../src/telemetry/runtime-event.ts';
import type { WorkspaceLayout } from '../../src/workspace/layout.ts';

/** What a test opens an engine with; opened again on the same layout it goes on with what is there. */
export interface TestEngineOptions {
  readonly layout: WorkspaceLayout;
  readonly agents: readonly string[];
  readonly runnerOf: (agent: string) => Promise<TurnRunner>;
  readonly logger: Console;
  readonly mask: <Value>(value: Value) => Value;
  /** Where the agents are to run in processes of their own, which a test kills: the bundle they are read from. */
  readonly bundle?: { readonly bundleRoot: string; readonly stateRoot: string };
}

/** An engine with what tests want to see of its state. */
export interface TestEngine extends Engine {
  claimHandle(handle: string, owner: HandleOwner): Promise<boolean>;
  eventsOf(turnId: string): readonly RuntimeEvent[] | Promise<readonly RuntimeEvent[]>;
  /** The event of a turn that has begun, where it can be told from what is on record. */
  inputOf?(turnId: string): AgentEvent | undefined;
  /** The values of an instance, as they are on record. */
  stateOf(to: Address): Promise<ReadonlyMap<string, JsonValue>>;
}

/** An engine in this process whose state can be looked at. */
class LocalTestEngine extends LocalEngine implements TestEngine {
  readonly #layout: WorkspaceLayout;

  constructor(options: TestEngineOptions & { readonly mask: (event: AgentEvent) => AgentEvent }) {
    super(options);
    this.#layout = options.layout;
  }

  async stateOf({ agent, instanceKey }: Address): Promise<ReadonlyMap<string, JsonValue>> {
    const journal = new AgentJournal(this.#layout.journalOf(agent));
    try {
      return await journal.stateOf(instanceKey);
    } finally {
      journal.close();
    }
  }
}

const local = (options: TestEngineOptions): TestEngine => new LocalTestEngine(options);
let make = local;
let environment: Readonly<Record<string, string>> = {};
/** The module that makes engines of the tested kind in a process of a test. */
const moduleVariable = 'GOONDAN_TEST_ENGINE';

/** How a process that a test starts makes engines of the same kind: a module that calls `useTestEngine`, and what it reads from its environment. */
interface ElsewhereOptions {
  readonly module: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Every test that is declared after it runs on engines of that kind: what is said of turns holds on each. */
export function useTestEngine(
  factory: (options: TestEngineOptions) => TestEngine,
  elsewhere?: ElsewhereOptions,
): void {
  make = factory;
  if (elsewhere !== undefined) environment = { ...elsewhere.env, [moduleVariable]: elsewhere.module };
}

/** What a process that a test starts is given, so that `adoptTestEngine` finds the kind of engine. */
export function testEngineEnvironment(): Readonly<Record<string, string>> {
  return environment;
}

/** In a process that a test has started: engines are of the kind that is tested. */
export async function adoptTestEngine(): Promise<void> {
  const path = process.env[moduleVariable];
  if (path !== undefined) await import(path);
}

/** True where the state is files of this machine: what is said of these files holds there alone. */
export function isLocal(): boolean {
  return make === local;
}

/** A test of what only an engine on files of this machine promises, or that takes too long on any other. */
export function localTest(name: string, run: () => Promise<void>, timeoutMs?: number): void {
  if (isLocal()) test(name, run, timeoutMs);
}

/** An engine of the kind that is tested; not started yet. */
export function makeTestEngine(options: TestEngineOptions): TestEngine {
  return make(options);
}
