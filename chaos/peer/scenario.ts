import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startHost, type McpHost } from '../../packages/mcp/test/client/extension-host.ts';
import { hostileServer } from '../../packages/mcp/test/client/hostile-server.ts';
import { flood } from '../../packages/runtime/test/process/support/flood.ts';
import { childrenOf } from '../process/system-processes.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';

const mebibyte = 1024 * 1024;
/** What a flood may make this process grow by, which is the orchestrator. */
const mostGrowth = 64 * mebibyte;
/** What answers without an end may. */
const mostServerGrowth = 64 * mebibyte;
const eventsPerFault = 100;
const callLimitMs = 20_000;
const acts = ['flood', 'endless', 'big', 'wait', 'wrong-id', 'no-json', 'die', 'lying-output'] as const;

/** Floods agents that do not take anything, and calls MCP servers that are slow, flood, lie or never end, beside peers that are well. */
export const peerScenario: Scenario = async ({ root, seed, faults }) => {
  const random = seededRandom(seed);
  const violations: string[] = [];
  let lost = 0;
  let events = 0;
  const counts: Record<string, number> = {};
  for (const stuck of ['block', 'wait'] as const) {
    const folder = join(root, stuck);
    mkdirSync(folder);
    const count = faults * eventsPerFault;
    const report = await flood(folder, stuck, count);
    events += report.accepted;
    counts[`${stuck}: accepted`] = report.accepted;
    counts[`${stuck}: E_BACKPRESSURE`] = report.refused;
    counts[`${stuck}: growth MB`] = Math.round(report.growth / mebibyte);
    lost += Math.abs(report.accepted - report.handled);
    violations.push(...floodFaults(stuck, report, count));
  }
  const before = await settledMemory();
  const { host, violations: found, calls } = await callHostile(random, Math.max(4, faults));
  await host.stop();
  const growth = (await settledMemory()) - before;
  counts['MCP calls'] = calls;
  counts['MCP growth MB'] = Math.round(growth / mebibyte);
  violations.push(...found);
  if (growth > mostServerGrowth) violations.push(`Servers made us grow by ${growth} bytes.`);
  await Bun.sleep(500);
  const orphans = childrenOf(process.pid).map(({ name, pid }) => `${name} ${pid} is still there.`);
  return {
    events: events + calls,
    faults: { flood: 2 * faults * eventsPerFault, server: calls / 3 },
    kills: 0,
    lost,
    doubleStarts: 0,
    orphans: orphans.length,
    violations: [...violations, ...orphans],
    counts,
  };
};

/** What this process keeps: the allocator gives back what was let go a little later, and later still on a busy machine. */
async function settledMemory(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < 10; sample += 1) {
    Bun.gc(true);
    least = Math.min(least, process.memoryUsage().rss);
    await Bun.sleep(300);
  }
  return least;
}

type FloodReport = Awaited<ReturnType<typeof flood>>;

/** What was accepted is handled, once; the rest is refused; and the others do not notice. */
export function floodFaults(stuck: string, report: FloodReport, count: number): string[] {
  const { accepted, refused, handled, isOnce, answers, growth } = report;
  return [
    ...(accepted + refused === count ? [] : [`${stuck}: ${count - accepted - refused} got no answer.`]),
    ...(handled === accepted ? [] : [`${stuck}: ${accepted} were accepted, ${handled} handled.`]),
    ...(isOnce ? [] : [`${stuck}: some were handled twice.`]),
    ...(answers === Math.ceil(count / 1000) ? [] : [`${stuck}: another agent answered ${answers} times.`]),
    ...(growth <= mostGrowth ? [] : [`${stuck}: the orchestrator grew by ${growth} bytes.`]),
  ];
}

async function callHostile(
  random: ReturnType<typeof seededRandom>,
  faults: number,
): Promise<{ host: McpHost; violations: string[]; calls: number }> {
  const host = await startHost({ bad: { ...hostileServer(), timeoutMs: 2_000 }, good: hostileServer() });
  const violations: string[] = [];
  let calls = 0;
  const call = async (name: string) => {
    calls += 1;
    const late = Promise.withResolvers<undefined>();
    const limit = setTimeout(() => late.resolve(undefined), callLimitMs);
    const result = await Promise.race([host.call(name), late.promise]);
    // A timer that runs on would keep the result.
    clearTimeout(limit);
    if (result === undefined) violations.push(`${name} did not end within ${callLimitMs} ms.`);
    return result;
  };
  for (let count = 0; count < faults; count += 1) {
    const act = random.pick(acts);
    const [result, other] = await Promise.all([call(`bad__${act}`), call('good__ok')]);
    if (other?.status !== 'ok')
      violations.push(`Beside ${act} another server answered ${JSON.stringify(other)}.`);
    if (result?.status === 'error' && result.error?.code?.startsWith('E_') !== true)
      violations.push(`${act} ended without a code: ${JSON.stringify(result)}.`);
    // Back-off: it is tried again after a second at most, since it has served before.
    const end = performance.now() + callLimitMs;
    let next = await call('bad__ok');
    while (next?.status !== 'ok' && performance.now() < end) {
      await Bun.sleep(200);
      next = await host.call('bad__ok');
    }
    if (next?.status !== 'ok')
      violations.push(`After ${act} the server is not used again: ${JSON.stringify(next)}.`);
  }
  return { host, violations, calls };
}
