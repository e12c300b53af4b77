import type { CallExplanation, Environment, HandleOwner, JsonObject, ToolCatalogItem } from '@goondan/core';
import type { FormatFindingsInput } from '@goondan/core/bundle';
import type { Engine } from '../engine/engine.ts';
import type { TurnRunner } from '../engine/turn-runner.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

/** What a swarm is opened with. */
export interface OpenSwarmOptions {
  /** A folder with `goondan.yaml`. Without it: one agent that has every stock tool and no model. */
  readonly bundleRoot?: string;
  /** Below it everything durable is kept, by workspace and instance. */
  readonly stateRoot: string;
  /** Where keys, flags and whitelists are read from. Default: that of this process. */
  readonly env?: Environment;
  /** What handlers and extensions log to, and where warnings go. Default: the console. */
  readonly logger?: Console;
  /**
   * How agents run: each in a supervised process of its own, with one more at hand for the next (`kept`, the default); without
   * one at hand (`once`, for a single turn); or all of them in this process (`none`).
   */
  readonly processes?: 'kept' | 'once' | 'none';
  /** What agent processes print: to our standard error (default), or to `agent.log` in the workspace's folder of each agent. */
  readonly logs?: 'inherit' | 'files';
  /** Resident bytes the process of an agent may take before it is ended and started again. Default 2 GiB. */
  readonly maxAgentMemory?: number;
  /** How long an agent may have nothing to do before its process is put to sleep. Default 5 minutes. */
  readonly idleMs?: number;
  /** How long finished turns are kept. Default 14 days. */
  readonly retentionMs?: number;
  /** Makes the engine, where agents run neither in this process nor in processes of ours: `processes` and what follows from it do not count then. */
  readonly engine?: (parts: SwarmParts) => SwarmEngine;
}

/** What an engine from elsewhere is given of a swarm. */
export interface SwarmParts {
  /** The entry agent first. */
  readonly agents: readonly string[];
  readonly layout: WorkspaceLayout;
  readonly logger: Console;
  /** Takes the secrets from what comes from outside. */
  readonly mask: <Value>(value: Value) => Value;
  /** Loads an agent into this process at its first turn. */
  readonly runnerOf: (agent: string) => Promise<TurnRunner>;
}

/** An engine that keeps the handles of calls that answered `pending`. */
export interface SwarmEngine extends Engine {
  /** Takes a handle for a call; false when another call has it (PEND-1). */
  claimHandle(handle: string, owner: HandleOwner): Promise<boolean>;
}

/** A call that is asked about. */
interface AskedAbout {
  readonly name: string;
  readonly args?: JsonObject;
}

/** A bundle that is ready to run. */
export interface Swarm {
  /** Not started yet: what only looks at tools needs no lock on the state. */
  readonly engine: Engine;
  /** The agent that gets the input. */
  readonly entryAgent: string;
  readonly agents: readonly string[];
  /** What validation has to say of the bundle though it can run; `formatFindings` makes text of it. */
  readonly warnings: FormatFindingsInput;
  /** What the first step of an agent would show the model, before step middleware. Throws `E_AGENT_NOT_FOUND`. */
  catalogOf(agent: string): Promise<readonly ToolCatalogItem[]>;
  /** Everything registered in the agent's process. Throws `E_AGENT_NOT_FOUND`. */
  registryOf(agent: string): Promise<readonly ToolCatalogItem[]>;
  /** What policy makes of a call, layer by layer; without `args`, of any call of the tool. Throws `E_AGENT_NOT_FOUND`. */
  explainCall(
    agent: string,
    call: AskedAbout,
    options?: { readonly askedBy?: string },
  ): Promise<CallExplanation>;
  /** Stops the engine, if it was started, and lets everything go. */
  close(): Promise<void>;
}
