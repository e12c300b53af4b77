import { GoondanError } from '@goondan/core';
import { RestateEngine, type RestateCluster } from '@goondan/cluster';
import { namespace } from './namespace.ts';

/** What a server that was killed, or is being started, makes of a question. */
const passing = new Set(['E_CLUSTER_UNREACHABLE', 'E_CLUSTER_REFUSED', 'E_AGENT_TIMEOUT']);
/** A question that nobody has answered by then is stuck. */
const limitMs = 120_000;

/** Asks the servers of a cluster, one after the other, until one answers: what a user would do. */
export class AnyServer {
  /** How often each code was met on the way. */
  readonly met = new Map<string, number>();
  readonly #engines: readonly RestateEngine[];
  #next = 0;

  constructor(cluster: RestateCluster) {
    this.#engines = Array.from({ length: cluster.size }, (_, place) => {
      const { ingressUrl, adminUrl } = cluster.server(place);
      return new RestateEngine({
        cluster: { ingressUrl, adminUrl, patienceMs: 200 },
        namespace,
        logger: console,
      });
    });
  }

  /** Only what may be asked twice is asked. */
  async ask<Value>(question: (engine: RestateEngine) => Promise<Value>): Promise<Value> {
    const until = Date.now() + limitMs;
    for (;;) {
      this.#next += 1;
      const engine = this.#engines[this.#next % this.#engines.length];
      try {
        if (engine === undefined) throw new Error('The cluster has no server.');
        return await question(engine);
      } catch (thrown) {
        if (!(thrown instanceof GoondanError) || !passing.has(thrown.code) || Date.now() > until)
          throw thrown;
        this.met.set(thrown.code, (this.met.get(thrown.code) ?? 0) + 1);
        await Bun.sleep(50);
      }
    }
  }

  /** Lets go of everything that is waited for. */
  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.stop()));
  }
}
