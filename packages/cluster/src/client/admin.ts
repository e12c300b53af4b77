import { GoondanError } from '@goondan/core';
import { shape } from '@goondan/runtime/engine';
import { askCluster, refused, type ClusterAddress, type ClusterAnswer } from './cluster-http.ts';

const longestWaitMs = 5_000;
const rowsSchema = shape.object({ rows: shape.array(shape.record(shape.json())) });

/** The rows that answer a question about what the cluster holds. */
export async function queryCluster<Row>(
  address: ClusterAddress,
  sql: string,
  row: { parse(value: unknown): Row },
): Promise<Row[]> {
  const ask = (): Promise<ClusterAnswer> =>
    askCluster(address, `${address.adminUrl}/query`, { body: { query: sql } });
  let answer = await ask();
  // While a partition goes from one node to another, or has none yet, it cannot be asked.
  for (let wait = 50; answer.status === 500 && wait < longestWaitMs; wait *= 2) {
    await Bun.sleep(wait);
    answer = await ask();
  }
  const parsed = rowsSchema.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) throw refused('A question about the cluster failed', answer);
  return parsed.data.rows.map((found) => row.parse(found));
}

/** A text in a question. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Makes a worker known under an address that the server reaches. Throws `E_CLUSTER_WORKER`. */
export async function registerWorker(
  address: ClusterAddress,
  worker: { readonly url: string; readonly force: boolean },
): Promise<void> {
  const body = { uri: worker.url, use_http_11: true, force: worker.force };
  const answer = await askCluster(address, `${address.adminUrl}/deployments`, { body });
  if (answer.status < 300) return;
  const said = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  throw new GoondanError(
    'E_CLUSTER_WORKER',
    `The cluster did not take the worker at ${worker.url}: ${answer.status} ${said}`,
  );
}
