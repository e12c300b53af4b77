import type { Environment, HandleOwner, JsonValue } from '@goondan/core';
import { agentNotFound } from '../engine/local/agent-not-found.ts';
import { Handles } from '../engine/local/handles.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import type { Agent } from '../turn/agent.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { loadAgent } from './load-agent.ts';
import type { Resources } from './resources.ts';

/** What agents are loaded from. */
export interface AgentLoaderOptions {
  readonly definitions: readonly AgentDefinition[];
  readonly resources: Resources;
  readonly bundleRoot: string;
  readonly layout: WorkspaceLayout;
  readonly env: Environment;
  readonly logger: Console;
  readonly mask: SecretMask;
  /** Completes the handle of a call that was answered with `pending`. */
  readonly complete: (handle: string, outcome: JsonValue) => Promise<void>;
  /** Takes a handle for a call that answered with `pending`; by the files of the workspace without it. */
  readonly claimHandle?: (handle: string, owner: HandleOwner) => Promise<boolean>;
  /** Keeps the process awake until the function it returns is called; nothing where it never sleeps. */
  readonly keepAwake?: () => () => void;
  readonly watch?: Agent['watch'];
}

/** Loads agents of a bundle into this process, each once. */
export class AgentLoader {
  readonly #options: AgentLoaderOptions;
  readonly #handles: Handles;
  readonly #loaded = new Map<string, Promise<Agent>>();

  constructor(options: AgentLoaderOptions) {
    this.#options = options;
    this.#handles = new Handles(options.layout.handles, options.layout.folder);
  }

  /** The agent of that name. Rejects with `E_AGENT_NOT_FOUND`. */
  async load(name: string): Promise<Agent> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const { definitions, resources, bundleRoot, layout, env, logger, mask, complete, keepAwake, watch } =
      this.#options;
    const { claimHandle } = this.#options;
    const definition = definitions.find((candidate) => candidate.name === name);
    if (definition === undefined)
      throw agentNotFound(
        name,
        definitions.map((candidate) => candidate.name),
      );
    const agent = loadAgent({
      definition,
      resources,
      bundleRoot,
      env,
      logger,
      mask,
      extensionsFolder: layout.extensions,
      complete,
      handles: {
        claim: (handle, owner) =>
          claimHandle?.(handle, owner) ?? this.#handles.claim(handle, { kind: 'detached', owner, about: {} }),
      },
      ...(keepAwake === undefined ? {} : { keepAwake }),
      ...(watch === undefined ? {} : { watch }),
    });
    this.#loaded.set(name, agent);
    return agent;
  }

  /** Ends what the extensions of loaded agents have started. */
  async stop(): Promise<void> {
    const loading = [...this.#loaded.values()];
    this.#loaded.clear();
    const agents = await Promise.allSettled(loading);
    for (const agent of agents) if (agent.status === 'fulfilled') await agent.value.stop?.();
  }
}
