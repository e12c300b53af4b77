import { constants } from 'node:os';
import type { ToolContext } from '@goondan/core';
import type { CapturedText, CaptureLimits } from './captured-output.ts';
import { allowedEnvironment, childEnvironment } from './child-environment.ts';
import { launchText } from './launch.ts';
import { RunnerPool } from './runner-pool.ts';
import type { LimitName } from './sandbox/limit-watch.ts';
import { startBare } from './start-bare.ts';
import { sandboxFor } from './sandbox/sandbox-for.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';

/** A program to run for a tool call. */
export interface CommandRequest {
  readonly program: readonly string[];
  /** A folder whose path has been checked. */
  readonly cwd: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  readonly limits: { readonly stdout: CaptureLimits; readonly stderr: CaptureLimits };
}

/** What came of it. */
export interface CommandOutcome {
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  readonly exitCode: number;
  /** The signal that exit codes above 128 stand for. */
  readonly signal: string | undefined;
  readonly durationMs: number;
  readonly hasTimedOut: boolean;
  readonly isSandboxed: boolean;
  readonly exceeded: LimitName | undefined;
}

const pool = new RunnerPool();
const killed = 128 + constants.signals.SIGKILL;

/** Runs a program as policy says: in the sandbox of the instance or without one. All it started has ended when this answers. */
export async function runCommand(ctx: ToolContext, request: CommandRequest): Promise<CommandOutcome> {
  const { workdir } = request;
  const sandbox = await sandboxFor(ctx, workdir);
  const env = childEnvironment(workdir);
  const key = JSON.stringify([ctx.agentName, ctx.instanceKey, workdir, env, sandbox ?? null]);
  const launch = launchText({
    ...request,
    env: { ...allowedEnvironment(ctx.permissions.env), ...request.env },
  });
  return pool.use(
    key,
    (temporary) =>
      sandbox === undefined ? startBare(env) : startSandbox({ ...sandbox, workdir, temporary, env }),
    async (started) => {
      const { runner } = started;
      ctx.signal.throwIfAborted();
      const startedAt = performance.now();
      let hasTimedOut = false;
      const onAbort = (): void => runner.stop();
      ctx.signal.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(() => {
        hasTimedOut = true;
        runner.stop();
      }, request.timeoutMs);
      const watched = started.watch();
      try {
        const end = await runner.run(launch, request.limits);
        const exitCode = end.exitCode ?? killed;
        return {
          ...end,
          exitCode,
          signal: signalOf(exitCode),
          durationMs: Math.round(performance.now() - startedAt),
          hasTimedOut,
          isSandboxed: sandbox !== undefined,
          exceeded: watched.end(),
        };
      } finally {
        watched.end();
        clearTimeout(timer);
        ctx.signal.removeEventListener('abort', onAbort);
      }
    },
  );
}

function signalOf(exitCode: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
}
