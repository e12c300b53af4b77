import type { Subprocess } from 'bun';
import type { KillPlan } from './kill-plan.ts';

/** A process to be killed, or watched to its end. */
export interface VictimOptions {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface VictimEnd {
  readonly isKilled: boolean;
  readonly exitCode: number | null;
  readonly errors: string;
}

/** One that says and does nothing for this long is stuck. */
const patienceMs = 60_000;

/** Runs a process until the moment that was planned, kills it there with -9, and waits until it is gone. */
export async function runAndKill(options: VictimOptions, plan: KillPlan): Promise<VictimEnd> {
  const child = start(options);
  const errors = new Response(child.stderr).text();
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    child.kill('SIGKILL');
  };
  const killSoon = (): void => {
    const at = performance.now() + plan.delayMs;
    // Timers count whole milliseconds: the rest is waited out.
    const whole = Math.floor(plan.delayMs) - 1;
    const finish = (): void => {
      while (performance.now() < at);
      kill();
    };
    if (whole > 0) setTimeout(finish, whole);
    else finish();
  };
  const stuck = setTimeout(kill, patienceMs);
  if (plan.after === 'start') killSoon();
  let left = plan.count;
  for await (const word of wordsOf(child.stdout)) {
    if (word !== plan.after) continue;
    left -= 1;
    if (left === 0) killSoon();
  }
  const exitCode = await child.exited;
  clearTimeout(stuck);
  return { isKilled, exitCode, errors: await errors };
}

/** Runs a process to its own end. */
export async function runToEnd(options: VictimOptions, limitMs: number): Promise<VictimEnd> {
  const child = start(options);
  const errors = new Response(child.stderr).text();
  let isKilled = false;
  const stuck = setTimeout(() => {
    isKilled = true;
    child.kill('SIGKILL');
  }, limitMs);
  for await (const _word of wordsOf(child.stdout));
  const exitCode = await child.exited;
  clearTimeout(stuck);
  return { isKilled, exitCode, errors: await errors };
}

function start({ script, args, env }: VictimOptions): Subprocess<'ignore', 'pipe', 'pipe'> {
  return Bun.spawn([process.execPath, '--no-install', script, ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1', ...env },
  });
}

async function* wordsOf(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
