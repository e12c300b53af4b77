import type { JsonObject, ToolContext } from '@goondan/core';
import { runCommand } from '../../process/run-command.ts';
import { checkEnvironment } from './check-environment.ts';
import { folderInWorkdir, realWorkdir } from './check-folder.ts';
import { defaultTimeoutMs } from './input-properties.ts';
import { shownResult } from './shown-result.ts';

/** What both exports can be asked for. */
export interface CommonInput {
  readonly timeoutMs?: number;
  readonly cwd?: string;
  readonly env?: JsonObject;
  readonly stdin?: string;
}

/** Together they stay below what a policy lets the model read at once, so that exit code and notes are always seen. */
const limits = { stdout: { head: 8192, tail: 16_384 }, stderr: { head: 4096, tail: 8192 } };

/** Checks where and with what a program is to run, runs it, and tells what came of it. */
export async function run(
  ctx: ToolContext,
  input: CommonInput,
  programIn: (workdir: string) => readonly string[] | Promise<readonly string[]>,
): Promise<JsonObject> {
  const { timeoutMs = defaultTimeoutMs, cwd, env = {}, stdin } = input;
  const workdir = realWorkdir(ctx.workdir);
  const outcome = await runCommand(ctx, {
    program: await programIn(workdir),
    workdir,
    cwd: cwd === undefined ? workdir : await folderInWorkdir(workdir, 'cwd', cwd),
    env: checkEnvironment(env, ctx.permissions.env),
    timeoutMs,
    limits,
    ...(stdin === undefined ? {} : { stdin }),
  });
  return shownResult(outcome, timeoutMs);
}
