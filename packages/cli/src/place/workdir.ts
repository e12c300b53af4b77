import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';

/** The folder that `--workdir` names, as what a turn is submitted with. Throws `E_USAGE` when it is none. */
export async function workdirOf({ options, cwd }: Invocation): Promise<{ readonly workdir?: string }> {
  const given = options.text('workdir');
  if (given === undefined) return {};
  const workdir = resolve(cwd, given);
  const stats = await stat(workdir).catch(() => undefined);
  if (stats?.isDirectory() === true) return { workdir };
  throw new UsageError(`--workdir '${given}' is not a folder`, 'Make it first, or leave the flag out.');
}
