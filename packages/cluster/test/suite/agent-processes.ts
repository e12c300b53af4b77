import { join } from 'node:path';
import { parseJson, type AgentEvent } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import type { ClusterAddress } from '../../src/client/cluster-http.ts';
import { linesOf } from '../../../../chaos/victim.ts';
import { wordSchema, type Order } from './agent-word.ts';

/** What the processes are started with. */
interface AgentProcessesOptions {
  readonly cluster: ClusterAddress;
  readonly namespace: string;
  readonly agents: readonly string[];
  readonly bundle: { readonly bundleRoot: string; readonly stateRoot: string };
  readonly observe: (event: RuntimeEvent | TurnDelta) => void;
  /** Told of the event of each turn that begins or is taken up again. */
  readonly heard: (turnId: string, event: AgentEvent) => void;
}

/** A worker for each agent, in a process of its own that is started again where it was when it has been killed. */
export class AgentProcesses {
  readonly #options: AgentProcessesOptions;
  readonly #running = new Map<string, Bun.Subprocess<'ignore', 'pipe', 'inherit'>>();
  #isStopped = false;

  private constructor(options: AgentProcessesOptions) {
    this.#options = options;
  }

  /** Starts them; resolves when all serve. */
  static async start(options: AgentProcessesOptions): Promise<AgentProcesses> {
    const processes = new AgentProcesses(options);
    await Promise.all(options.agents.map((agent) => processes.#serve(agent, 0)));
    return processes;
  }

  /** Kills them all. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const child of this.#running.values()) child.kill('SIGKILL');
    await Promise.all(Array.from(this.#running.values(), ({ exited }) => exited));
  }

  /** Resolves when it serves for the first time. */
  #serve(agent: string, port: number): Promise<void> {
    const { cluster, namespace, bundle } = this.#options;
    const { ingressUrl, adminUrl } = cluster;
    const order: Order = { cluster: { ingressUrl, adminUrl }, namespace, ...bundle, agent, port };
    const script = join(import.meta.dir, 'agent-child.ts');
    const child = Bun.spawn([process.execPath, '--no-install', script, JSON.stringify(order)], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
      detached: true,
    });
    this.#running.set(agent, child);
    const { promise, resolve } = Promise.withResolvers<void>();
    void this.#follow(agent, child, { port, onServing: resolve });
    return promise;
  }

  async #follow(
    agent: string,
    child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>,
    { port, onServing }: { readonly port: number; readonly onServing: () => void },
  ): Promise<void> {
    let own = port;
    for await (const line of linesOf(child.stdout)) {
      const word = wordSchema.parse(parseJson(line));
      if (word.word === 'event') this.#options.observe(word.event);
      else if (word.word === 'input') this.#options.heard(word.turnId, word.event);
      else {
        own = word.port;
        onServing();
      }
    }
    await child.exited;
    if (!this.#isStopped) await this.#serve(agent, own);
  }
}
