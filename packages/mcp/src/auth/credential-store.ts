import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const open = z.record(z.string(), z.json());

const credentialsSchema = z.strictObject({
  version: z.literal(1),
  server: z.string(),
  /** By issuer: the client it knows us as, and the tokens it gave. */
  issuers: z.record(
    z.string(),
    z.strictObject({ client: open.exactOptional(), tokens: open.exactOptional() }),
  ),
  /** Whose tokens were saved last. */
  current: z.string().exactOptional(),
  /** Of a login that has begun. */
  login: z.strictObject({ verifier: z.string().exactOptional(), discovery: open.exactOptional() }),
});

/** What is kept for one server. */
export type Credentials = z.infer<typeof credentialsSchema>;

/** Keeps what authorization servers gave us for one server, in a file only the user can read. */
export class CredentialStore {
  readonly #folder: string;
  readonly #server: string;
  #known: Promise<Credentials> | undefined;

  constructor(folder: string, server: string) {
    this.#folder = folder;
    this.#server = server;
  }

  /** What is kept. */
  read(): Promise<Credentials> {
    this.#known ??= this.#load();
    return this.#known;
  }

  /** Changes what is kept, durably. */
  async change(change: (credentials: Credentials) => void): Promise<void> {
    const credentials = await this.read();
    change(credentials);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, `${randomUUID()}.part`);
    try {
      await writeFile(part, JSON.stringify(credentials), { flag: 'wx', mode: 0o600 });
      await rename(part, this.#file);
    } finally {
      await rm(part, { force: true });
    }
  }

  get #file(): string {
    return join(this.#folder, `${createHash('sha256').update(this.#server).digest('hex').slice(0, 32)}.json`);
  }

  async #load(): Promise<Credentials> {
    try {
      const parsed = credentialsSchema.safeParse(JSON.parse(await readFile(this.#file, 'utf8')));
      if (parsed.success && parsed.data.server === this.#server) return parsed.data;
    } catch {
      // There is none yet, or none that can be read: it is asked for again.
    }
    return { version: 1, server: this.#server, issuers: {}, login: {} };
  }
}
