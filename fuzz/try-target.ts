import { join } from 'node:path';
import { z } from 'zod';
import { readProgress, type Progress } from './progress.ts';
import { outcomeSchema, type Outcome, type Work } from './work.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), property: z.string() }),
  z.object({ kind: z.literal('done'), outcome: outcomeSchema }),
]);

/** How long a case may take; nothing of the product takes longer than a second for what it is given here. */
const longestCaseMs = 60_000;

/**
 * Tries a target in a process of its own. A case that does not end ends its process, and is a finding like one that fails; so is the end of
 * the process itself.
 */
export async function tryTarget(work: Omit<Work, 'progressFile'>, folder: string): Promise<Outcome[]> {
  const progressFile = join(folder, `${work.target}-${work.seed}`);
  await Bun.write(progressFile, '');
  const outcomes: Outcome[] = [];
  let current = '';
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-install',
      join(import.meta.dir, 'child.ts'),
      JSON.stringify({ ...work, progressFile }),
    ],
    {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      serialization: 'json',
      env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
      ipc(raw) {
        const message = messageSchema.parse(raw);
        if (message.kind === 'begun') current = message.property;
        else outcomes.push(message.outcome);
      },
    },
  );
  // One that hangs would not notice that we are gone.
  const end = (): void => child.kill('SIGKILL');
  process.on('exit', end);
  const started = performance.now();
  let isHung = false;
  const watch = watchProgress(progressFile, () => {
    isHung = true;
    end();
  });
  const [complaints] = await Promise.all([child.stderr.text(), child.exited]);
  clearInterval(watch);
  process.off('exit', end);
  // It ends with 0 only after it has tried everything.
  if (child.exitCode === 0 && !isHung) return outcomes;
  const at = readProgress(progressFile);
  const error = isHung
    ? `the case did not end within ${longestCaseMs / 1000} s`
    : `the process ended with ${child.exitCode ?? child.signalCode}\n${complaints.slice(-2_000)}`;
  const seconds = (performance.now() - started) / 1000;
  return [...outcomes, cutOff(work, { property: current, seconds, at, error })];
}

/** Calls back when nothing has moved for too long. */
function watchProgress(file: string, onHung: () => void): ReturnType<typeof setInterval> {
  let last = '';
  let since = performance.now();
  return setInterval(() => {
    const now = JSON.stringify(readProgress(file) ?? null);
    if (now !== last) {
      last = now;
      since = performance.now();
    } else if (performance.now() - since > longestCaseMs) onHung();
  }, 250);
}

function cutOff(
  { target, seed, path }: Pick<Work, 'target' | 'seed' | 'path'>,
  cut: { property: string; seconds: number; at: Progress | undefined; error: string },
): Outcome {
  const { property, seconds, at, error } = cut;
  const cases = at?.count ?? 0;
  // The n-th case of a seed lies at n - 1.
  const finding = { seed, path: path ?? String(Math.max(cases - 1, 0)), example: '', error };
  return { target, property, seed, cases, seconds, finding };
}
