/** The process of one job: reads a line of JSON and bytes from stdin, runs the job of the module it is told, writes the answer. */
import type { JobAnswer } from './job-answer.ts';

// Libraries tell the console what they stumble over; here that would stand in the answer.
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) console[level] = () => {};

const [, , file = ''] = process.argv;
const bytes = await Bun.stdin.bytes();
await Bun.write(Bun.stdout, JSON.stringify(await answer()));
process.exit(0);

async function answer(): Promise<JobAnswer> {
  try {
    const end = bytes.indexOf(0x0a);
    const input: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const module: unknown = await import(file);
    if (!hasJob(module)) throw new Error(`${file} exports no job.`);
    const value = await module.job.run(input, bytes.subarray(end + 1));
    return { type: 'returned', value: value ?? null };
  } catch (thrown) {
    return failure(thrown);
  }
}

function failure(thrown: unknown): JobAnswer {
  const { message, code, suggestion } = textsOf(thrown);
  if (thrown instanceof RangeError && /out of memory|array (buffer|length)|allocat|call stack/i.test(message))
    return { type: 'memory' };
  return { type: 'threw', message, ...(code === '' ? {} : { code, suggestion }) };
}

function textsOf(thrown: unknown): { message: string; code: string; suggestion: string } {
  const text = (key: string): string => {
    if (typeof thrown !== 'object' || thrown === null) return '';
    const value: unknown = Reflect.get(thrown, key);
    return typeof value === 'string' ? value : '';
  };
  return { message: text('message') || String(thrown), code: text('code'), suggestion: text('suggestion') };
}

interface JobModule {
  readonly job: { run(input: unknown, bytes: Uint8Array): unknown };
}

function hasJob(module: unknown): module is JobModule {
  if (typeof module !== 'object' || module === null || !('job' in module)) return false;
  const { job } = module;
  return typeof job === 'object' && job !== null && 'run' in job && typeof job.run === 'function';
}
