import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GoondanError, parseJson } from '@goondan/core';
import * as shape from '../../shape/shape.ts';
import { modelAnswerSchema } from '../agent-model.ts';
import { requestKeySchema } from './request-key.ts';

const cassetteLineSchema = shape.object({
  version: shape.oneOf(1),
  request: requestKeySchema,
  answer: modelAnswerSchema,
});

/** One recorded answer. */
export type CassetteLine = shape.Infer<typeof cassetteLineSchema>;

/** What a cassette holds, and the numbers of the lines that could not be read. */
export interface CassetteContent {
  readonly lines: readonly CassetteLine[];
  readonly unreadable: readonly number[];
}

/** Where the cassette of a Model lies. */
export function cassettePath(bundleRoot: string, name: string, cassette: string | undefined): string {
  return resolve(bundleRoot, cassette ?? `.goondan/cassettes/${name}.jsonl`);
}

/** Reads a cassette. Throws `E_MODEL_CASSETTE` when there is none. */
export async function readCassette(path: string): Promise<CassetteContent> {
  const texts = (await textOf(path)).split('\n');
  const lines: CassetteLine[] = [];
  const unreadable: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const line = parseLine(text);
    if (line === undefined) unreadable.push(index + 1);
    else lines.push(line);
  }
  return { lines, unreadable };
}

/** Adds one line and resolves once it cannot be lost. */
export async function appendToCassette(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+');
    try {
      // A line that a crash cut off must not spoil the next one.
      await file.appendFile(`${(await isCutOff(file)) ? '\n' : ''}${text}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw new GoondanError(
      'E_MODEL_CASSETTE',
      `The answer could not be recorded in ${path}: ${wordsOf(thrown)}`,
      {
        cause: thrown,
      },
    );
  }
}

async function isCutOff(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    throw new GoondanError('E_MODEL_CASSETTE', `The cassette ${path} could not be read: ${wordsOf(thrown)}`, {
      cause: thrown,
    });
  }
}

function parseLine(text: string): CassetteLine | undefined {
  try {
    return cassetteLineSchema.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
