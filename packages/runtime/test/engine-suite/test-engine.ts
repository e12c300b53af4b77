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

/** Every test that is declared after it runs on engines of that kind: what is said of turns holds on each. */
export function useTestEngine(factory: (options: TestEngineOptions) => TestEngine): void {
  make = factory;
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
