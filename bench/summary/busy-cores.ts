import { cpus } from 'node:os';

/** Long enough that the start of this process, and of what starts it, does not count. */
const sampleMs = 3000;

/** How many cores are at work while this process waits: what the machine does besides. */
export async function busyCores(): Promise<number> {
  const before = times();
  await Bun.sleep(sampleMs);
  const after = times();
  const all = after.all - before.all;
  return all === 0 ? 0 : (1 - (after.idle - before.idle) / all) * cpus().length;
}

function times(): { readonly all: number; readonly idle: number } {
  let all = 0;
  let idle = 0;
  for (const { times: one } of cpus()) {
    all += one.user + one.nice + one.sys + one.idle + one.irq;
    idle += one.idle;
  }
  return { all, idle };
}
