import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@goondan/cluster';
import { z } from 'zod';
import { readUntil, start, type Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';

/** A place whose commands work with a cluster. */
export interface ClusterPlace extends Place {
  readonly ingress: string;
  readonly admin: string;
}

/** Makes a place and a real server beside it, hands them over, and takes them away. */
export async function inClusterPlace<T>(
  files: Readonly<Record<string, string>>,
  use: (place: ClusterPlace) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-restate-'));
  const server = await startServer({ folder });
  const { ingressUrl: ingress, adminUrl: admin } = server;
  try {
    return await inPlace(files, (place) =>
      use({
        ...place,
        ingress,
        admin,
        env: { ...place.env, GOONDAN_INGRESS: ingress, GOONDAN_ADMIN: admin },
      }),
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const announcedSchema = z.looseObject({ url: z.string(), pid: z.number() });

/** A `gdn worker` that runs. */
export interface RunningWorker {
  /** What it printed first. */
  readonly line: string;
  readonly url: string;
  readonly end: (signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

/** Starts `gdn worker` and waits until it says where it is. */
export async function startWorker(place: Place, args: readonly string[] = []): Promise<RunningWorker> {
  const child = start(place, ['worker', '--json', ...args]);
  const line = await readUntil(child.stdout, '\n');
  const { url } = announcedSchema.parse(JSON.parse(line));
  return {
    line,
    url,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return child.exited;
    },
  };
}

/** What a command prints as JSON. */
export async function json(place: Place, ...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await gdn(place, [...args, '--json']);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`gdn ${args.join(' ')} printed no JSON: ${stdout}${stderr}`);
  }
}

const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});

/** A call that waits for a person on the cluster. */
export async function heldOnCluster(place: Place, key: string): Promise<{ turnId: string; handle: string }> {
  const args = ['run', '--engine', 'restate', '--input', 'danger', '--instance-key', key];
  const { turnId, held } = heldSchema.parse(await json(place, ...args));
  return { turnId, handle: held[0]?.handle ?? '' };
}
