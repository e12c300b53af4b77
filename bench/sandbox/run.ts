/**
 * What a command costs: a bare `bash -c`, the bash tool without a sandbox, in a warm sandbox, and in one that has to be started.
 * All of them take turns in one process. With `--check` exit 1 when a warm sandbox adds more than 5 ms to a bare spawn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { importModule, isDefinedTool } from '@goondan/core';
import { ToolExecutor, ToolRegistry } from '@goondan/core/tool';
import { describeMachine, formatMachine, formatTable } from '../call/report.ts';
import { median, quantile } from '../call/statistics.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '200' },
  },
});
const promisedMs = 5;

const base = dirname(createRequire(import.meta.url).resolve('@goondan/base/package.json'));
const module = await importModule(join(base, 'tools/bash/index.ts'));
if (module.status === 'failed') throw new Error(module.message);
const registry = new ToolRegistry();
for (const tool of Object.values(module.exports)) if (isDefinedTool(tool)) registry.register(tool);
const workdir = mkdtempSync(join(tmpdir(), 'goondan-bench-'));
let calls = 0;

async function byTool(sandbox: 'required' | 'off', instanceKey: string): Promise<void> {
  const executor = new ToolExecutor(registry, { policy: { permissions: { sandbox } } });
  const result = await executor.execute(
    { id: `call-${(calls += 1)}`, name: 'bash__exec', args: { command: 'true' } },
    {
      agentName: 'bench',
      instanceKey,
      turnId: 'turn',
      message: {
        id: 'm',
        data: { role: 'assistant', content: '' },
        metadata: {},
        createdAt: new Date(),
        source: { type: 'assistant', stepIndex: 0 },
      },
      workdir,
      logger: console,
    },
  );
  if (result.status !== 'ok') throw new Error(JSON.stringify(result.error));
}

async function bareSpawn(): Promise<void> {
  const child = Bun.spawn(['bash', '-c', 'true'], {
    cwd: workdir,
    env: { PATH: '/usr/bin:/bin' },
    stderr: 'pipe',
  });
  await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
}

const names = {
  spawn: 'bare spawn',
  off: 'tool, no sandbox',
  warm: 'tool, warm sandbox',
  cold: 'tool, new sandbox',
};
const contestants: readonly { name: string; every: number; run: () => Promise<void> }[] = [
  { name: names.spawn, every: 1, run: bareSpawn },
  { name: names.off, every: 1, run: () => byTool('off', 'one') },
  { name: names.warm, every: 1, run: () => byTool('required', 'one') },
  { name: names.cold, every: 10, run: () => byTool('required', `new-${calls}`) },
];

const samples = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
for (let round = -10; round < Number(options.rounds); round += 1) {
  for (const { name, every, run } of contestants) {
    if (round % every !== 0) continue;
    const startedAt = performance.now();
    await run();
    if (round >= 0) samples.get(name)?.push(performance.now() - startedAt);
  }
}
rmSync(workdir, { recursive: true });

const floor = median(samples.get(names.spawn) ?? []);
const quietFloor = quantile(samples.get(names.spawn) ?? [], 0.1);
const figures = [...samples].map(([name, times]) => ({
  name,
  medianMs: median(times),
  p10: quantile(times, 0.1),
  p90: quantile(times, 0.9),
  ofSpawn: median(times) / floor,
  addedMs: median(times) - floor,
  addedP10: quantile(times, 0.1) - quietFloor,
}));
const added = figures.find(({ name }) => name === names.warm)?.addedMs ?? Infinity;
const machine = describeMachine();
if (options.json)
  console.log(JSON.stringify({ machine, figures, check: { limitMs: promisedMs, addedMs: added } }));
else {
  const rows = figures.map(({ name, medianMs, p10, p90, ofSpawn, addedMs, addedP10 }) => [
    name,
    ...[medianMs, p10, p90, addedMs, addedP10].map((value) => value.toFixed(2)),
    `${ofSpawn.toFixed(2)} ×`,
  ]);
  console.log(`${formatMachine(machine)}\n`);
  console.log(
    formatTable([
      ['bash -c true', 'median ms', 'p10', 'p90', 'added ms', 'added p10', 'of bare spawn'],
      ...rows,
    ]),
  );
  console.log(
    `\n${added <= promisedMs ? 'ok' : 'BROKEN'}  a warm sandbox adds ${added.toFixed(2)} ms (limit ${promisedMs})`,
  );
}
if (options.check && added > promisedMs) process.exitCode = 1;
