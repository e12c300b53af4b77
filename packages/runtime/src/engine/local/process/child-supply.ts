import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@goondan/core';
import type { SecretMask } from '../../../secret/secret-mask.ts';
import type { WorkspaceLayout } from '../../../workspace/layout.ts';
import { AgentLog } from './agent-log.ts';
import type { ChildProcess } from './child-process.ts';
import { followPrinted, type TextSink } from './follow-printed.ts';
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
  /** Takes the secrets from what is printed, and from what comes from outside before it is handed on. */
  readonly mask: SecretMask;
}

/** Gives processes out, and sees to it that none outlives us. */
export class ChildSupply {
  readonly #options: ChildSupplyOptions;
  readonly #logs = new Map<string, AgentLog>();
  readonly #followed = new Set<Promise<void>>();
  readonly #watchdog = new Watchdog();
  readonly #spares: SparePool;

  constructor(options: ChildSupplyOptions) {
    this.#options = options;
    const { layout, env, hasSpare } = options;
    const spillRoot = join(layout.folder, 'spill');
    rmSync(spillRoot, { recursive: true, force: true });
    this.#spares = new SparePool({ spillRoot, watchdog: this.#watchdog, env }, hasSpare);
  }

  /** A process for an agent, ready or nearly so; what it prints goes where it belongs. */
  take(agent: string): ChildProcess {
    const child = this.#spares.take();
    const followed = followPrinted(child, this.#options.mask, this.#sinkOf(agent));
    this.#followed.add(followed);
    void followed.then(() => this.#followed.delete(followed));
    return child;
  }

  /** Ends what is left; resolves when it is gone and its last words are where they belong. */
  async close(): Promise<void> {
    await this.#spares.close();
    await this.#watchdog.close();
    await Promise.all(this.#followed);
  }

  #sinkOf(agent: string): TextSink {
    const { layout, logs } = this.#options;
    if (logs === 'inherit') return toStandardError;
    const log = this.#logs.get(agent) ?? new AgentLog(join(layout.agentFolder(agent), 'agent.log'));
    this.#logs.set(agent, log);
    return (text) => log.write(text);
  }
}

/** Whoever prints faster than our standard error takes it has to wait. */
function toStandardError(text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stderr.write(text, () => resolve());
  return promise;
}
