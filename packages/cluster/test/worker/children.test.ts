import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputEvent } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { sharedServer } from '../restate-test-engine.ts';
import type { Order } from '../suite/agent-word.ts';

/** What the commands of this run are told by. */
const mark = `360${process.pid}`;
const bySpawn = `${mark}.1`;
const byBash = `${mark}.2`;

const bundle = `
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: rules }
spec:
  provider: scripted
  model: rules
  options: { rules: [{ when: { user: go }, calls: [{ tool: own__spawn }, { tool: bash__exec, args: { command: sleep ${byBash} } }] }] }
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: own }
spec: { entry: ./own.ts, exports: [{ name: spawn }] }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: helper }
spec: { modelConfig: { modelRef: Model/rules }, tools: [Tool/own, Tool/bash] }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: one }
spec: { entryAgent: helper, agents: [helper] }
`;
const own = `export const handlers = {
  spawn: async () => void (await Bun.spawn(['sleep', '${bySpawn}']).exited),
};
`;

test('SPEC §12: what the handlers of a worker have spawned ends with it when it is killed, whoever spawned it', async () => {
  const { ingressUrl, adminUrl } = await sharedServer();
  const cluster = { ingressUrl, adminUrl };
  const root = await mkdtemp(join(tmpdir(), 'goondan-children-'));
  const bundleRoot = join(root, 'bundle');
  await Bun.write(join(bundleRoot, 'goondan.yaml'), bundle);
  await Bun.write(join(bundleRoot, 'own.ts'), own);
  const order: Order = {
    cluster,
    namespace: 'children',
    bundleRoot,
    stateRoot: join(root, 'state'),
    agent: 'helper',
    port: 0,
  };
  const script = join(import.meta.dir, '..', 'suite', 'agent-child.ts');
  const worker = Bun.spawn([process.execPath, '--no-install', script, JSON.stringify(order)], {
    stdout: 'pipe',
    stderr: 'inherit',
    // As a shell or a service manager starts it: it leads a group of its own.
    detached: true,
  });
  const engine = new RestateEngine({ cluster, namespace: 'children', logger: console });
  try {
    for await (const _ of worker.stdout) break;
    await engine.send({ agent: 'helper', instanceKey: 'main' }, inputEvent('go'));
    while ((await running()).size < 2) await Bun.sleep(20);
    worker.kill('SIGKILL');
    await worker.exited;
    while ((await running()).size > 0) await Bun.sleep(20);
    expect(await running()).toEqual(new Set());
  } finally {
    worker.kill('SIGKILL');
    await engine.stop();
    await rm(root, { recursive: true, force: true });
  }
});

/** Which of the commands run, by their argument. */
async function running(): Promise<Set<string>> {
  const list = await new Response(Bun.spawn(['ps', '-eo', 'args']).stdout).text();
  const lines = list.split('\n').filter((line) => line.startsWith('sleep '));
  return new Set([bySpawn, byBash].filter((command) => lines.some((line) => line.includes(command))));
}
