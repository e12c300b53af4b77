import { randomBytes } from 'node:crypto';
import type { RestateServer } from '@goondan/cluster';
import { z } from 'zod';
import { queryCluster, quoted } from '../../packages/cluster/src/client/admin.ts';

const concurrency = 64;
const rowSchema = z.object({ key: z.string(), value: z.string() });
const countSchema = z.object({ count: z.number() });

/** What copies are made of. */
export interface CopyOptions {
  readonly server: RestateServer;
  /** Of the agent. */
  readonly service: string;
  /** The instance that is copied. */
  readonly from: string;
  /** The names of the copies. */
  readonly names: readonly string[];
}

/** Stores instances without turns: what one has on record, with ids of their own. Resolves when all can be asked for. */
export async function copyInstances({ server, service, from, names }: CopyOptions): Promise<void> {
  const where = `service_name = ${quoted(service)} and service_key = ${quoted(from)}`;
  const rows = await queryCluster(
    server,
    `select key, value_utf8 as value from state where ${where}`,
    rowSchema,
  );
  if (rows.length === 0) throw new Error(`${from} has nothing on record.`);
  const before = await countOf(server, service);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let name = names[next]; name !== undefined; name = names[next]) {
      next += 1;
      if (next % 10_000 === 0) console.error(`${next} instances copied`);
      const state: Record<string, number[]> = {};
      for (const { key, value } of rows) state[key] = [...Buffer.from(withOtherIds(value))];
      const answer = await fetch(`${server.adminUrl}/services/${service}/state`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ object_key: name, new_state: state }),
      });
      if (!answer.ok) throw new Error(`The copy was refused: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  while ((await countOf(server, service)) < before + names.length) await Bun.sleep(200);
}

async function countOf(server: RestateServer, service: string): Promise<number> {
  const sql = `select count(distinct service_key) as count from state where service_name = ${quoted(service)}`;
  const [row] = await queryCluster(server, sql, countSchema);
  return row?.count ?? 0;
}

/** The same text, but for ids: equal ones would take less room on the disk than instances do. */
function withOtherIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8,}/g, (id) =>
    randomBytes(Math.ceil(id.length / 2))
      .toString('hex')
      .slice(0, id.length),
  );
}
