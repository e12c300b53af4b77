import { join } from 'node:path';
import { GoondanError, isErrorCode } from '@goondan/core/basics';
import type { Job } from './job.ts';
import { readAnswer, type JobAnswer } from './job-answer.ts';
import { readAtMost } from './read-at-most.ts';

/** What one run of a job is given. */
export interface JobRun<Input> {
  readonly input: Input;
  readonly bytes?: Uint8Array;
  /** Ends the process when it aborts. */
  readonly signal: AbortSignal;
  readonly limits: JobLimits;
}

/** What a job may use up, and what to say when it wanted more. */
interface JobLimits {
  readonly cpuSeconds: number;
  /** What the process may reserve, about twice what it can really use. */
  readonly memoryMegabytes: number;
  readonly onExceeded: (what: 'time' | 'memory' | 'answer') => Error;
}

const largestAnswer = 48 * 1024 * 1024;
/** Without the last, the room Bun sets aside for compiled code does not fit under the limit, and nothing is compiled: ten times slower. */
const environment = {
  BUN_JSC_usePollingTraps: '1',
  BUN_ENABLE_CRASH_REPORTING: '0',
  DO_NOT_TRACK: '1',
  BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024),
};
const entry = join(import.meta.dir, 'job-process.ts');

/** Runs a job in a process of its own and gives back what it returned; what it threw is thrown here, with its code. */
export async function runJob<Input, Output>(job: Job<Input, Output>, run: JobRun<Input>): Promise<Output> {
  const { signal, limits } = run;
  signal.throwIfAborted();
  const child = Bun.spawn(commandOf(job.file, limits), {
    cwd: import.meta.dir,
    env: environment,
    stdin: new Blob([`${JSON.stringify(run.input)}\n`, new Uint8Array(run.bytes ?? [])]),
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const end = (): void => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    const text = await readAtMost(child.stdout, largestAnswer);
    if (text === undefined) throw limits.onExceeded('answer');
    const answer = readAnswer(text);
    if (answer !== undefined) return outputOf<Output>(answer, limits);
    await child.exited;
    signal.throwIfAborted();
    throw limits.onExceeded(usedUpTime(child, limits) ? 'time' : 'memory');
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** The shell sets the limits and becomes the job's process; a system without one runs it without them. */
function commandOf(file: string, { cpuSeconds, memoryMegabytes }: JobLimits): string[] {
  const command = [process.execPath, '--no-install', entry, file];
  if (process.platform === 'win32') return command;
  const limit = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2"; shift 2; exec "$@"';
  return ['/bin/sh', '-c', limit, 'sh', String(cpuSeconds), String(memoryMegabytes * 1024), ...command];
}

function outputOf<Output>(answer: JobAnswer, limits: JobLimits): Output {
  switch (answer.type) {
    case 'returned':
      if (isOutput<Output>(answer.value)) return answer.value;
      throw new TypeError('A job returned nothing.');
    case 'memory':
      throw limits.onExceeded('memory');
    case 'threw': {
      const { code, message, suggestion } = answer;
      if (!isErrorCode(code)) throw new Error(message);
      throw new GoondanError(code, message, suggestion === undefined ? {} : { suggestion });
    }
  }
}

/** Made by the job's own `run` on the other side; JSON carries no types, and the executor checks the output's schema. */
function isOutput<Output>(value: unknown): value is Output {
  return value !== undefined;
}

function usedUpTime(child: Bun.Subprocess, { cpuSeconds }: JobLimits): boolean {
  const used = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return child.signalCode === 'SIGXCPU' || used >= cpuSeconds - 1;
}
