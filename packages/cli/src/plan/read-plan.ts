import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GoondanError } from '@goondan/core';
import { UsageError } from '../error/usage-error.ts';
import { readStdin } from '../input/read-stdin.ts';

const largestFile = 64 * 1024 * 1024;

/** What a plan file holds, YAML or JSON; `-` is stdin. Its structure is not looked at. Throws `E_USAGE`, `E_PLAN_INVALID`. */
export async function readPlan(file: string, cwd: string): Promise<unknown> {
  const text = await textOf(file, cwd);
  try {
    const { parse } = await import('yaml');
    const plan: unknown = parse(text);
    return plan;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GoondanError('E_PLAN_INVALID', `${file} is neither YAML nor JSON: ${reason}`);
  }
}

async function textOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStdin();
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`the plan ${file} cannot be read`, `Looked for ${path}.`);
  });
  if (text.length <= largestFile) return text;
  throw new GoondanError('E_PLAN_TOO_LARGE', `${file} is larger than a plan may be.`);
}
