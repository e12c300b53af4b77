import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GoondanError, isRecord, parseJson } from '@goondan/core/basics';
import type { ServerPorts } from '@goondan/cluster';
import { loadCluster } from './load-cluster.ts';

/** Where the parts of a development cluster listen. */
export interface DevPorts {
  readonly server: ServerPorts;
  /** Shared by all workers: what they have begun is looked for under it, also after a restart. */
  readonly worker: number;
}

/** The ports of the cluster in a folder: those of last time where they are free, else others. Throws `E_CLUSTER_SERVER`. */
export async function devPorts(folder: string): Promise<DevPorts> {
  const { freePorts } = await loadCluster();
  const file = join(folder, 'ports.json');
  const known = await readPorts(file);
  const [first, second] = freePorts(2);
  if (known !== undefined && !isFree(known.worker))
    throw new GoondanError(
      'E_CLUSTER_SERVER',
      `Port ${known.worker} is taken, where the workers of this cluster are looked for.`,
      { suggestion: `Is another gdn dev cluster of this bundle running? End it, or free the port.` },
    );
  const isUsable = known !== undefined && Object.values(known.server).every(isFree);
  const ports = {
    server: isUsable ? known.server : first,
    worker: known?.worker ?? second?.ingress ?? 0,
  };
  await writeFile(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}

async function readPorts(file: string): Promise<DevPorts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value['server'])) return undefined;
  const { ingress, admin, node } = value['server'];
  const worker = value['worker'];
  return isPort(ingress) && isPort(admin) && isPort(node) && isPort(worker)
    ? { server: { ingress, admin, node }, worker }
    : undefined;
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 65_535;
}
