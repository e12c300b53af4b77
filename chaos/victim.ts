import type { Subprocess } from 'bun';
import type { KillPlan } from './kill-plan.ts';

/** A process to be killed, or watched to its end. */
export interface VictimOptions {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** When to kill it; without it it ends by itself. */
  readonly plan?: KillPlan;
  /** One that lives longer is stuck. */
  readonly limitMs: number;
}

/** How a process ended. */
export interface VictimEnd {
  readonly isKilled: boolean;
  readonly isStuck: boolean;
  readonly exitCode: number | null;
  readonly errors: string;
  /** How often it said each word. */
  readonly heard: ReadonlyMap<string, number>;
}

/** Runs a process, kills it with -9 at the moment that was planned, and waits until it is gone. */
export async function runVictim(options: VictimOptions): Promise<VictimEnd> {
  const { plan, limitMs } = options;
  const child = startVictim(options);
  const errors = new Response(child.stderr).text();
  let isKilled = false;
  let isStuck = false;
  const limit = setTimeout(() => {
    isStuck = true;
    child.kill('SIGKILL');
  }, limitMs);
  const kill = (): void => {
    isKilled = true;
    child.kill('SIGKILL');
  };
  if (plan !== undefined && plan.after === undefined) later(plan.delayMs, kill);
  const heard = new Map<string, number>();
  for await (const word of linesOf(child.stdout)) {
    const count = (heard.get(word) ?? 0) + 1;
    heard.set(word, count);
    if (plan !== undefined && word === plan.after && count === plan.count) later(plan.delayMs, kill);
  }
  const exitCode = await child.exited;
  clearTimeout(limit);
  return { isKilled, isStuck, exitCode, errors: await errors, heard };
}

/** Runs something after a time. Timers count whole milliseconds, which is longer than it takes to record something: the last one is waited out. */
export function later(ms: number, run: () => void): void {
  const at = performance.now() + ms;
  const finish = (): void => {
    while (performance.now() < at);
    run();
  };
  if (ms > 2) setTimeout(finish, ms - 2);
  else finish();
}

/** Starts a process whose output is heard. */
export function startVictim({
  script,
  args,
  env,
}: Pick<VictimOptions, 'script' | 'args' | 'env'>): Subprocess<'ignore', 'pipe', 'pipe'> {
  return Bun.spawn([process.execPath, '--no-install', script, ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1', ...env },
  });
}

/** The lines of a stream, each when it is whole. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
