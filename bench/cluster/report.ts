import { loadavg } from 'node:os';
import type { Check } from '../call/check.ts';
import type { describeMachine } from '../call/report.ts';
import type { InstancesFigure } from './instances.ts';
import type { StepFigure } from './steps.ts';

/** What a run came to. */
export interface ClusterReport {
  readonly machine: ReturnType<typeof describeMachine>;
  readonly steps: readonly StepFigure[];
  readonly workers: readonly { readonly workers: number; readonly turnsPerSecond: number }[];
  readonly instances: readonly InstancesFigure[];
  readonly checks: readonly Check[];
}

/** The report as people read it. */
export function reportText({ machine, steps, workers, instances, checks }: ClusterReport): string {
  const [load = 0] = loadavg();
  return [
    `Bun ${machine.bun}, ${machine.cores} × ${machine.cpu}, load ${load.toFixed(1)}; the server and all workers on this machine`,
    '',
    ...steps.map(
      ({ name, medianMs, p10, p90 }) =>
        `${name.padEnd(30)} median ${medianMs.toFixed(3)} ms   p10 ${p10.toFixed(3)}   p90 ${p90.toFixed(3)}`,
    ),
    ...checks.map(
      ({ name, limit, got, ok }) => `${name} ${got.toFixed(2)} (${limit}): ${ok ? 'ok' : 'BROKEN'}`,
    ),
    '',
    'A turn: two model steps of a script and one tool call; 32 side by side.',
    ...workers.map(
      (row) =>
        `${String(row.workers).padStart(9)} workers    ${row.turnsPerSecond.toFixed(1).padStart(8)} turns/s`,
    ),
    '',
    ...instances.map(
      ({ stored, turnsPerSecond, by, storedPerSecond, stateBytesEach, diskBytes }) =>
        `${stored.toLocaleString('en').padStart(9)} instances  ${turnsPerSecond.toFixed(1).padStart(8)} turns/s   stored by ${by} at ${storedPerSecond.toFixed(0)}/s, ${Math.round(stateBytesEach).toLocaleString('en')} bytes of state each, ${(diskBytes / 2 ** 20).toFixed(1)} MiB on disk: ${Math.round(diskBytes / stored).toLocaleString('en')} bytes each`,
    ),
  ].join('\n');
}
