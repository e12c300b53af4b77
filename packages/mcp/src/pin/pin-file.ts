import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const jsonObject = z.record(z.string(), z.json());

const toolSchema = z.strictObject({
  name: z.string(),
  description: z.string().exactOptional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.exactOptional(),
  annotations: jsonObject.exactOptional(),
  taskSupport: z.string().exactOptional(),
});

const pinSchema = z.strictObject({ hash: z.string(), tool: toolSchema, at: z.string() });

const pinFileSchema = z.strictObject({
  version: z.literal(1),
  key: z.string(),
  /** What the server was when these were pinned: another command or address is another server. */
  origin: z.string(),
  /** What a person has approved, or was there first, by the server's own names. */
  pinned: z.record(z.string(), pinSchema),
  /** What the server says now, where it differs. */
  changed: z.record(z.string(), pinSchema),
  /** The tools the server had when it was last asked. */
  present: z.array(z.string()),
  /** Tools it listed that cannot be offered at all, and why. */
  refused: z.record(z.string(), z.string()).exactOptional(),
});

/** The definitions of one server's tools, as they are kept. */
export type PinFile = z.infer<typeof pinFileSchema>;
/** One definition with its hash. */
export type Pin = z.infer<typeof pinSchema>;

/** Whose definitions these are. */
export interface PinnedServer {
  /** Where pins are kept. */
  readonly folder: string;
  readonly key: string;
  /** What the server is: its command or address. */
  readonly origin: string;
}

/** Reads the pins of a server; undefined where there are none that can be read. */
export async function readPins(server: PinnedServer): Promise<PinFile | undefined> {
  try {
    const parsed = pinFileSchema.safeParse(JSON.parse(await readFile(pinFilePath(server), 'utf8')));
    const { key, origin } = server;
    return parsed.success && parsed.data.key === key && parsed.data.origin === origin
      ? parsed.data
      : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the pins of a server, whole or not at all. */
export async function writePins(folder: string, pins: PinFile): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${randomUUID()}.part`);
  try {
    await writeFile(part, `${JSON.stringify(pins, null, 1)}\n`, { flag: 'wx' });
    await rename(part, pinFilePath({ folder, ...pins }));
  } finally {
    await rm(part, { force: true });
  }
}

/** Where the pins of a server are kept: those of another program or address under the same key stay what they are. */
export function pinFilePath({ folder, key, origin }: PinnedServer): string {
  const name = createHash('sha256')
    .update(JSON.stringify([key, origin]))
    .digest('hex')
    .slice(0, 16);
  const readable = key.replaceAll(/[^a-zA-Z0-9_-]/g, '-').slice(0, 40);
  return join(folder, `${readable}-${name}.json`);
}
