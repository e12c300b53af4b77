import { createCallIds } from './call-ids.ts';
import { openWorkbench, type Workbench } from './goondan.ts';
import { describeMachine, formatMachine, formatTable, type Machine } from './report.ts';
import { type Point, slope } from './statistics.ts';
import { add, addCall, type AddInput } from './tool.ts';

const totalCalls = 1_000_000;
const sampleEvery = 100_000;
/** Compiled code and allocator pools settle in the first samples: growth counts from here. */
const warmUpCalls = 300_000;

/** One leaked object a call is at least 16 bytes; the heap after a full collection wavers by far less than 2. */
const maxHeapBytesPerCall = 2;
/** Memory outside the heap (timers, signals) shows only here, at 50 bytes a call or more; the allocator alone wavers by several. */
const maxRssBytesPerCall = 24;

/** Memory after a full collection. */
export interface MemorySample {
  readonly calls: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** One way of calling and what it did to memory. */
export interface MemoryRow {
  readonly name: string;
  readonly samples: readonly MemorySample[];
  readonly heapBytesPerCall: number;
  readonly rssBytesPerCall: number;
  readonly ok: boolean;
}

/** What `--memory --json` prints. */
export interface MemoryReport {
  readonly machine: Machine;
  readonly memory: readonly MemoryRow[];
  readonly limits: { readonly heapBytesPerCall: number; readonly rssBytesPerCall: number };
}

/** Makes a million calls in each way and samples memory after every hundred thousand. */
export async function measureMemory(): Promise<MemoryReport> {
  const memory: MemoryRow[] = [];
  for (const middlewares of [0, 3]) {
    for (const withSignal of [false, true]) {
      const name = `${middlewares} middlewares, ${withSignal ? 'caller signal' : 'no signal'}`;
      const bench = openWorkbench({
        registered: 10,
        middlewares,
        handler: (_context, input: AddInput) => add(input),
      });
      memory.push(
        judge(name, await sampleCalls(bench, withSignal ? new AbortController().signal : undefined)),
      );
    }
  }
  const limits = { heapBytesPerCall: maxHeapBytesPerCall, rssBytesPerCall: maxRssBytesPerCall };
  return { machine: describeMachine(), memory, limits };
}

/** The memory report for people. */
export function formatMemoryReport({ machine, memory, limits }: MemoryReport): string {
  const heads = memory[0]?.samples.map((sample) => `${sample.calls / 1000}k`) ?? [];
  const rows = memory.flatMap((row) => [
    [
      row.name,
      'heap MiB',
      ...row.samples.map((sample) => mebibytes(sample.heapBytes)),
      row.heapBytesPerCall.toFixed(2),
    ],
    [
      row.ok ? 'ok' : 'BROKEN',
      'RSS MiB',
      ...row.samples.map((sample) => mebibytes(sample.rssBytes)),
      row.rssBytesPerCall.toFixed(2),
    ],
  ]);
  return [
    formatMachine(machine),
    formatTable([['calls', '', ...heads, 'bytes/call'], ...rows]),
    `Slope from ${warmUpCalls / 1000}k on; limits: heap ${limits.heapBytesPerCall}, RSS ${limits.rssBytesPerCall} bytes a call.`,
  ].join('\n\n');
}

async function sampleCalls(
  bench: Workbench,
  signal: AbortSignal | undefined,
): Promise<readonly MemorySample[]> {
  const ids = createCallIds();
  const samples: MemorySample[] = [];
  for (let calls = sampleEvery; calls <= totalCalls; calls += sampleEvery) {
    for (let made = 0; made < sampleEvery; made += 1000) {
      for (const id of ids.take(1000)) {
        const call = addCall(id);
        const result = await (signal === undefined
          ? bench.execute(call)
          : bench.executeWithSignal(call, signal));
        if (result.status !== 'ok') throw new Error(`a call failed: ${Bun.inspect(result)}`);
      }
      // A real caller lets the event loop turn; work left for it must not count as a leak.
      await Bun.sleep(0);
    }
    Bun.gc(true);
    const { heapUsed, rss } = process.memoryUsage();
    samples.push({ calls, heapBytes: heapUsed, rssBytes: rss });
  }
  return samples;
}

function judge(name: string, samples: readonly MemorySample[]): MemoryRow {
  const settled = samples.filter((sample) => sample.calls >= warmUpCalls);
  const heapBytesPerCall = slopeOf(settled.map((sample) => ({ x: sample.calls, y: sample.heapBytes })));
  const rssBytesPerCall = slopeOf(settled.map((sample) => ({ x: sample.calls, y: sample.rssBytes })));
  const ok = heapBytesPerCall <= maxHeapBytesPerCall && rssBytesPerCall <= maxRssBytesPerCall;
  return { name, samples, heapBytesPerCall, rssBytesPerCall, ok };
}

function slopeOf(points: readonly Point[]): number {
  return Number(slope(points).toFixed(3));
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
