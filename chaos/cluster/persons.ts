import type { RestateCluster } from '@goondan/cluster';
import { z } from 'zod';
import { queryCluster, quoted } from '../../packages/cluster/src/client/admin.ts';
import { serviceNames } from '../../packages/cluster/src/service/service-names.ts';
import type { AnyServer } from './any-server.ts';
import { completeOnce } from './cluster-load.ts';
import { namespace } from './namespace.ts';

const pauseMs = 200;
const rowSchema = z.object({ handle: z.string() });

/** Approves every call that waits for a person, until it is told to end. */
export class Persons {
  /** How many calls were approved. */
  count = 0;
  readonly #cluster: RestateCluster;
  readonly #server: AnyServer;
  readonly #answered = new Set<string>();
  #isEnding = false;

  constructor(cluster: RestateCluster, server: AnyServer) {
    this.#cluster = cluster;
    this.#server = server;
  }

  /** Looks again and again for what waits. */
  async run(): Promise<void> {
    for (let turn = 0; !this.#isEnding; turn += 1) {
      const { ingressUrl, adminUrl } = this.#cluster.server(turn % this.#cluster.size);
      // A server that is down, or a partition that has no leader, is asked later.
      const handles = await held({ ingressUrl, adminUrl, patienceMs: 100 }).catch(() => []);
      for (const handle of handles) await this.#approve(handle);
      await Bun.sleep(pauseMs);
    }
  }

  end(): void {
    this.#isEnding = true;
  }

  async #approve(handle: string): Promise<void> {
    if (this.#answered.has(handle)) return;
    this.#answered.add(handle);
    await completeOnce(this.#server, handle, { decision: 'approve' });
    this.count += 1;
  }
}

async function held(address: Parameters<typeof queryCluster>[0]): Promise<string[]> {
  const service = quoted(serviceNames(namespace).handles);
  const rows = await queryCluster(
    address,
    `select service_key as handle from state where service_name = ${service} and key = 'record'
     and value_utf8 like '%"awakeable"%' and service_key not in
     (select service_key from state where service_name = ${service} and key = 'completion')`,
    rowSchema,
  );
  return rows.map(({ handle }) => handle);
}
