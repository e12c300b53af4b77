import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { readUntil, start, type Place } from './gdn.ts';

const announcedSchema = z.object({ url: z.string(), tokenFile: z.string(), pid: z.number() });
const fileSchema = z.object({ url: z.string(), token: z.string(), pid: z.number() });

/** A `gdn serve` that runs. */
export interface RunningServer {
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly pid: number;
  /** Asks with the token; a body makes it a POST. */
  readonly ask: (path: string, body?: unknown) => Promise<unknown>;
  /** Ends it and says how it exited. */
  readonly end: (signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

const children = new Set<ReturnType<typeof start>>();

/** Ends those that a failed test has left behind. */
export async function endServers(): Promise<void> {
  for (const child of children) {
    child.kill('SIGKILL');
    await child.exited;
  }
  children.clear();
}

/** Starts `gdn serve` and waits until it says where it is. */
export async function startServer(place: Place, args: readonly string[] = []): Promise<RunningServer> {
  const child = start(place, ['serve', '--json', ...args]);
  children.add(child);
  const announced = announcedSchema.parse(JSON.parse(await readUntil(child.stdout, '\n')));
  const { url, token } = fileSchema.parse(JSON.parse(await readFile(announced.tokenFile, 'utf8')));
  return {
    ...announced,
    token,
    ask: async (path, body) => {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    },
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return child.exited;
    },
  };
}

/** The permissions of a file. */
export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
