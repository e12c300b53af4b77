import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@goondan/core';
import { GoondanError, parseJson } from '@goondan/core/basics';
import * as shape from '../../shape/shape.ts';

const handleSchema = shape.object({
  version: shape.oneOf(1),
  handle: shape.string(),
  /** `detached`: the call is finished and its outcome comes as an event; `held`: the call itself waits. */
  kind: shape.oneOf('detached', 'held'),
  workspace: shape.string(),
  /** Of the call: only the same call may claim the handle again. */
  idempotencyKey: shape.string(),
  agentName: shape.string(),
  instanceKey: shape.string(),
  turnId: shape.string(),
  toolCallId: shape.string(),
  toolName: shape.string(),
  /** What whoever answers is shown. */
  about: shape.record(shape.json()),
  createdAt: shape.string(),
});

const completionSchema = shape.object({
  handle: shape.string(),
  outcome: shape.json(),
  completedAt: shape.string(),
});

/** What a handle was completed with. */
export type Completion = shape.Infer<typeof completionSchema>;
/** A handle and the call it belongs to. */
export type HandleRecord = shape.Infer<typeof handleSchema>;

/** A handle with what has become of it. */
export interface HandleState {
  readonly record: HandleRecord;
  readonly completion?: Completion;
  /** True once the outcome has reached its instance. */
  readonly isDelivered: boolean;
}

/**
 * Handles as files: unique in the whole state root, and completed at most once, by whichever process comes first and also
 * when none of ours runs. Making a file under a name that is free is the one atomic act all of this rests on.
 */
export class HandleFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a handle for a call; false when another call has it. */
  async claim(record: HandleRecord): Promise<boolean> {
    if (await this.#create(record.handle, 'json', record)) return true;
    const found = await this.find(record.handle);
    return found?.idempotencyKey === record.idempotencyKey;
  }

  /** The handle's record. */
  async find(handle: string): Promise<HandleRecord | undefined> {
    const value = await this.#read(handle, 'json');
    return value === undefined ? undefined : handleSchema.parse(value);
  }

  /** Records the outcome, once. Throws `E_HANDLE_NOT_FOUND` and `E_HANDLE_COMPLETED`. */
  async complete(handle: string, outcome: JsonValue): Promise<HandleRecord> {
    const record = await this.find(handle);
    if (record === undefined) throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}'.`);
    const completion = { handle, outcome, completedAt: new Date().toISOString() };
    if (await this.#create(handle, 'done.json', completion)) return record;
    throw new GoondanError('E_HANDLE_COMPLETED', `The handle '${handle}' has been completed before.`);
  }

  /** What the handle was completed with. */
  async outcomeOf(handle: string): Promise<Completion | undefined> {
    const value = await this.#read(handle, 'done.json');
    return value === undefined ? undefined : completionSchema.parse(value);
  }

  /** The handle with what has become of it. */
  async stateOf(handle: string): Promise<HandleState | undefined> {
    const record = await this.find(handle);
    if (record === undefined) return undefined;
    const completion = await this.outcomeOf(handle);
    const isDelivered = (await this.#read(handle, 'delivered.json')) !== undefined;
    return { record, isDelivered, ...(completion === undefined ? {} : { completion }) };
  }

  /** Every handle of the state root, the oldest first. */
  async list(): Promise<HandleState[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const records = await Promise.all(
      names
        .filter((name) => /^[0-9a-f]+\.json$/.test(name))
        .map(async (name) => handleSchema.parse(parseJson(await readFile(join(this.#folder, name), 'utf8')))),
    );
    const states = await Promise.all(records.map(({ handle }) => this.stateOf(handle)));
    return states
      .filter((state) => state !== undefined)
      .sort((left, right) => Date.parse(left.record.createdAt) - Date.parse(right.record.createdAt));
  }

  /** Notes that the outcome has reached its instance. */
  async markDelivered(handle: string): Promise<void> {
    await this.#create(handle, 'delivered.json', { handle });
  }

  /** Completed handles of a workspace whose outcome has not reached its instance yet. */
  async undelivered(workspace: string): Promise<HandleRecord[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const delivered = new Set(names.filter((name) => name.endsWith('.delivered.json')));
    const waiting = names.filter(
      (name) =>
        name.endsWith('.done.json') && !delivered.has(name.replace(/\.done\.json$/, '.delivered.json')),
    );
    const records = await Promise.all(
      waiting.map(async (name) => {
        const text = await readFile(join(this.#folder, name.replace(/\.done\.json$/, '.json')), 'utf8');
        return handleSchema.parse(parseJson(text));
      }),
    );
    return records.filter((record) => record.workspace === workspace && record.kind === 'detached');
  }

  async #read(handle: string, extension: string): Promise<JsonValue | undefined> {
    try {
      return parseJson(await readFile(this.#path(handle, extension), 'utf8'));
    } catch (thrown) {
      if (isCode(thrown, 'ENOENT')) return undefined;
      throw thrown;
    }
  }

  /** Makes a whole file or none, durably; false when there is one. */
  async #create(handle: string, extension: string, value: JsonValue): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    const part = join(this.#folder, `${crypto.randomUUID()}.part`);
    try {
      const file = await open(part, 'wx');
      try {
        await file.writeFile(JSON.stringify(value));
        await file.sync();
      } finally {
        await file.close();
      }
      await link(part, this.#path(handle, extension));
    } catch (thrown) {
      if (isCode(thrown, 'EEXIST')) return false;
      throw isCode(thrown, 'ENOSPC')
        ? new GoondanError('E_STORAGE_FULL', `${this.#folder}: no room for a handle.`, { cause: thrown })
        : thrown;
    } finally {
      await unlink(part).catch(() => undefined);
    }
    await this.#syncFolder();
    return true;
  }

  /** A new name in a folder is durable once the folder is. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Handles are texts of anybody's choice, file names are not. */
  #path(handle: string, extension: string): string {
    const name = Bun.SHA256.hash(handle, 'hex').slice(0, 40);
    return join(this.#folder, `${name}.${extension}`);
  }
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
