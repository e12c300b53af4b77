import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.strictObject({
  version: z.literal(1),
  /** Under which the call is pending; safe as the name of a file. */
  handle: z.string().regex(/^[a-z0-9-]{1,100}$/),
  server: z.string(),
  tool: z.string(),
  taskId: z.string(),
  /** How often the server wants to be asked. */
  pollMs: z.number(),
  createdAt: z.string(),
});

/** A call that a server answered with a task. */
export type TaskRecord = z.infer<typeof recordSchema>;

/** Tasks that have not ended, as files of one folder. */
export class TaskFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a task. */
  async add(record: TaskRecord): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const part = join(this.#folder, `${randomUUID()}.part`);
    await writeFile(part, JSON.stringify(record), { flag: 'wx' });
    await rename(part, this.#file(record.handle));
  }

  /** Forgets a task that has ended. */
  async remove(handle: string): Promise<void> {
    await rm(this.#file(handle), { force: true });
  }

  /** The tasks of a server that have not ended. */
  async of(server: string): Promise<TaskRecord[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const records = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => {
          const parsed = recordSchema.safeParse(JSON.parse(await readFile(join(this.#folder, name), 'utf8')));
          return parsed.success && parsed.data.server === server ? [parsed.data] : [];
        }),
    );
    return records.flat();
  }

  #file(handle: string): string {
    return join(this.#folder, `${handle}.json`);
  }
}
