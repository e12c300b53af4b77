import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
});

/** The definitions of one server's tools, as they are kept. */
export type PinFile = z.infer<typeof pinFileSchema>;
/** One definition with its hash. */
export type Pin = z.infer<typeof pinSchema>;

/** Reads the pins of a server; undefined where there are none that can be read. */
export async function readPins(folder: string, key: string): Promise<PinFile | undefined> {
  try {
    const text = await readFile(join(folder, fileName(key)), 'utf8');
    const parsed = pinFileSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.key === key ? parsed.data : undefined;
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
    await rename(part, join(folder, fileName(pins.key)));
  } finally {
    await rm(part, { force: true });
  }
}

/** The pins of all servers there are, by key. */
export async function readAllPins(folder: string): Promise<PinFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const parsed = pinFileSchema.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')));
        return parsed.success ? [parsed.data] : [];
      }),
  );
  return files.flat().sort((left, right) => (left.key < right.key ? -1 : 1));
}

function fileName(key: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(key)) return `${key}.json`;
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
}
