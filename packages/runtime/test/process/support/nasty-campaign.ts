import { inputEvent } from '../../../src/swarm/input-event.ts';
import type { ProcessBundle } from './process-bundle.ts';
import { addressOf, callsOf, withProcesses, type ProcessWorld } from './process-world.ts';

const handlers = `
import { spawnSync } from 'node:child_process';
import { read } from 'bun:ffi';
export const handlers = {
  spin: () => { for (;;) {} },
  sleep: () => { spawnSync('sleep', ['999']); return 'woke'; },
  regex: () => /(.*?,){200}P/.test('1,'.repeat(400)),
  parse: () => { const text = '[' + '1,'.repeat(20_000_000) + '1]'; for (;;) JSON.parse(text); },
  exit: () => process.exit(0),
  reject: () => { void Promise.reject(new Error('nobody looks')); return 'survived'; },
  timer: () => { setTimeout(() => { throw new Error('nobody catches'); }, 0); return new Promise((done) => setTimeout(() => done('survived'), 20)); },
  segfault: () => read.u8(1, 0),
  signal: () => { process.kill(process.pid, 'SIGSEGV'); for (;;) {} },
  memory: () => { const all = []; for (;;) all.push(new Array(1000).fill(Math.random())); },
  fine: () => 'fine',
};
`;

const unknown = ['E_TOOL_OUTCOME_UNKNOWN'];
const late = ['E_TOOL_TIMEOUT'];

/** What each of them must come to. */
export const nasty: Readonly<Record<string, readonly string[]>> = {
  spin: late,
  sleep: late,
  regex: late,
  parse: late,
  exit: unknown,
  reject: ['ok'],
  timer: ['ok'],
  segfault: unknown,
  signal: unknown,
  // Whichever limit it comes to first.
  memory: [...unknown, ...late],
};

/** The nasty tools, for an agent that has them and one that only answers. */
export const nastyBundle: ProcessBundle = {
  agents: [{ name: 'worker' }, { name: 'other', hasTool: false }],
  handlers,
  exports: [...Object.keys(nasty), 'fine'].map((name) => ({ name })),
};

/** What one kind of call came to. */
interface NastyReport {
  readonly kind: string;
  readonly rounds: number;
  /** How often each outcome was seen. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Answers of another agent while the calls ran; for each round at least one. */
  readonly answersMeanwhile: number;
  readonly roundsWithoutAnswer: number;
}

/** Makes a call that does its worst, again and again, and another agent answer meanwhile. */
export async function runNasty(world: ProcessWorld, kind: string, rounds: number): Promise<NastyReport> {
  const outcomes: Record<string, number> = {};
  let answersMeanwhile = 0;
  let roundsWithoutAnswer = 0;
  for (let round = 0; round < rounds; round += 1) {
    const state = { isOver: false };
    const turn = world.engine.request(addressOf(`worker/${round % 3}`), inputEvent(kind)).finally(() => {
      state.isOver = true;
    });
    let answers = 0;
    do {
      const { status } = await world.ask(`other/${round}`, 'hello');
      if (status === 'completed') answers += 1;
    } while (!state.isOver);
    if (answers === 0) roundsWithoutAnswer += 1;
    answersMeanwhile += answers;
    const outcome = await turn;
    const [code = 'none'] = callsOf(outcome);
    const seen = outcome.status === 'completed' ? code : `${outcome.status}: ${code}`;
    outcomes[seen] = (outcomes[seen] ?? 0) + 1;
  }
  return { kind, rounds, outcomes, answersMeanwhile, roundsWithoutAnswer };
}

/** Small enough to be reached soon, large enough for what the others need. */
export const nastyMemory = 700 * 1024 * 1024;

/** Runs the whole campaign: each kind so many times. */
export async function runNastyCampaign(
  rounds: number,
  onReport: (report: NastyReport) => void,
  kinds = Object.keys(nasty),
): Promise<void> {
  await withProcesses(
    nastyBundle,
    async (world) => {
      for (const kind of kinds) onReport(await runNasty(world, kind, rounds));
    },
    { maxAgentMemory: nastyMemory },
  );
}
