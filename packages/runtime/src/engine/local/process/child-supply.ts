import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@goondan/core';
import type { WorkspaceLayout } from '../../../workspace/layout.ts';
import { AgentLog } from './agent-log.ts';
import type { ChildProcess } from './child-process.ts';
import { SparePool } from './spare-pool.ts';
import { Watchdog } from './watchdog.ts';

/** What processes are made with. */
export interface ChildSupplyOptions {
  readonly layout: WorkspaceLayout;
  readonly env: Environment;
  /** Keep a process at hand for the next agent. */
  readonly hasSpare: boolean;
  /** Where processes print: our own standard error, or a log file for each agent. */
  readonly logs: 'inherit' | 'files';
  /** Takes the secrets from what is printed. */
  readonly mask: (text: string) => string;
}

/** Gives processes out, and sees to it that none outlives us. */
export class ChildSupply {
  readonly #options: ChildSupplyOptions;
  readonly #logs = new Map<string, AgentLog>();
  readonly #watchdog = new Watchdog();
  readonly #spares: SparePool;

  constructor(options: ChildSupplyOptions) {
    this.#options = options;
    const { layout, env, logs, hasSpare } = options;
    const spillRoot = join(layout.folder, 'spill');
    rmSync(spillRoot, { recursive: true, force: true });
    const output = logs === 'inherit' ? 'inherit' : 'pipe';
    this.#spares = new SparePool({ spillRoot, watchdog: this.#watchdog, output, env }, hasSpare);
  }

  /** A process for an agent, ready or nearly so; what it prints goes where it belongs. */
  take(agent: string): ChildProcess {
    const child = this.#spares.take();
    const { layout, mask } = this.#options;
    const log = this.#logs.get(agent) ?? new AgentLog(join(layout.agentFolder(agent), 'agent.log'), mask);
    this.#logs.set(agent, log);
    log.follow(child);
    return child;
  }

  /** Ends what is left; resolves when it is gone. */
  async close(): Promise<void> {
    await this.#spares.close();
    await this.#watchdog.close();
  }
}
