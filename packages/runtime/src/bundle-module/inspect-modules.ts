import { join } from 'node:path';
import type { Environment, ModuleReport } from '@goondan/core';
import { parseJson } from '@goondan/core/basics';
import { waitAtMost } from '../engine/local/wait-for.ts';
import { Watchdog } from '../engine/local/process/watchdog.ts';
import * as shape from '../shape/shape.ts';

const reportSchema = shape.union([
  shape.object({
    status: shape.oneOf('failed'),
    message: shape.string(),
    position: shape.string().exactOptional(),
  }),
  shape.object({
    status: shape.oneOf('ok'),
    tool: shape.union([
      shape.object({ handlers: shape.array(shape.string()), notFunctions: shape.array(shape.string()) }),
      shape.object({ problem: shape.string() }),
    ]),
    register: shape.oneOf('ok', 'absent', 'not a function'),
    config: shape.union([shape.boolean(), shape.record(shape.json())]).exactOptional(),
  }),
]);
/** A module is about to be imported, or has been. */
const lineSchema = shape.object({ file: shape.string(), report: reportSchema.exactOptional() });

/** How modules are imported. */
export interface InspectModulesOptions {
  /** The environment their code sees. Default: that of this process. */
  readonly env?: Environment;
  /** How long one may take to load. Default 10 s. */
  readonly limitMs?: number;
}

const defaultLimitMs = 10_000;
const entry = join(import.meta.dir, 'inspector.ts');
/** More than this without a line's end is none of ours: it is passed on in pieces. */
const longestLine = 4 * 1024 * 1024;
const startMs = 60_000;
const lastWordsMs = 1_000;

/** Imports modules of a bundle in a process of their own and says what each offers; a module that never loads, or ends its process, has failed. */
export async function inspectModules(
  files: readonly string[],
  options: InspectModulesOptions = {},
): Promise<ReadonlyMap<string, ModuleReport>> {
  const reports = new Map<string, ModuleReport>();
  for (let left = [...files]; left.length > 0; left = left.filter((file) => !reports.has(file)))
    await inspectSome(left, options, reports);
  return reports;
}

/** Goes as far as one process gets; at least the first has a report then. */
async function inspectSome(
  files: readonly string[],
  { env = process.env, limitMs = defaultLimitMs }: InspectModulesOptions,
  reports: Map<string, ModuleReport>,
): Promise<void> {
  const mark = `${crypto.randomUUID()} `;
  const watchdog = new Watchdog();
  const child = Bun.spawn([process.execPath, '--no-install', entry, mark, ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // A group of its own: what a module spawns ends with it.
    detached: true,
    env: { ...env, BUN_JSC_usePollingTraps: '1', BUN_ENABLE_CRASH_REPORTING: '0' },
  });
  let [loading = ''] = files;
  let isLate = false;
  const limit = (ms: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      isLate = true;
      killGroup(child.pid);
    }, ms);
  // Its own start is not the first module's fault.
  let timer = limit(startMs + limitMs);
  const read = readLines(child.stdout, (line) => {
    const [printed = '', told] = line.split(mark);
    // What modules print is no result of ours.
    if (printed !== '') process.stderr.write(printed);
    if (told === undefined) return;
    clearTimeout(timer);
    timer = limit(limitMs);
    const { file, report } = lineSchema.parse(parseJson(told));
    loading = file;
    if (report !== undefined) reports.set(file, report);
  });
  try {
    await watchdog.add(child.pid);
    await begin(child.stdin);
    await child.exited;
    // Something that got away from it may hold the pipe open for ever.
    await waitAtMost(lastWordsMs, read);
  } finally {
    clearTimeout(timer);
    killGroup(child.pid);
    await watchdog.close();
  }
  if (!reports.has(loading)) reports.set(loading, unfinished(child, isLate ? limitMs : undefined));
}

/** Lets it import: it is watched now. One that has ended already is found by its end. */
async function begin(stdin: Bun.FileSink): Promise<void> {
  try {
    await stdin.write('\n');
    await stdin.end();
  } catch {
    // It has ended.
  }
}

function unfinished({ exitCode, signalCode }: Bun.Subprocess, limitMs: number | undefined): ModuleReport {
  const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
  const message =
    limitMs === undefined
      ? `it ended the process that loaded it (${how})`
      : `it did not finish loading within ${limitMs / 1000} s`;
  return { status: 'failed', message };
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n)/);
    const last = lines.at(-1) ?? '';
    const isWhole = last.endsWith('\n') || last.length > longestLine;
    rest = isWhole ? '' : last;
    for (const line of isWhole ? lines : lines.slice(0, -1)) onLine(line);
  }
  onLine(rest);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
