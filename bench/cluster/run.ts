/**
 * What turns on a cluster cost: a step beside one of the bare SDK, turns a second with 1, 2 and 4 workers, and with more and more instances stored.
 * One run, one server of one node. `--check` exits 1 when a step of ours takes more than 1.3 times one of the bare SDK; `--json` prints one JSON value;
 * `--only steps|workers|instances` leaves out the other parts but the steps.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RestateEngine, startServer } from '@goondan/cluster';
import { describeMachine } from '../call/report.ts';
import { inputs, writeBundle } from './bundle.ts';
import { measureInstances } from './instances.ts';
import { reportText, type ClusterReport } from './report.ts';
import { measureSteps } from './steps.ts';
import { turnsPerSecond } from './turns.ts';
import { WorkerGroup } from './worker-group.ts';

const limit = 1.3;
const workerCounts = [1, 2, 4];
const concurrency = 32;
const namespace = 'bench';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '10,1000,100000' },
    rounds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const root = await mkdtemp(join(tmpdir(), 'goondan-bench-'));
const milliseconds = Number(values.seconds) * 1000;
await writeBundle(join(root, 'bundle'));
const folder = join(root, 'server');
const server = await startServer({ folder });
const group = new WorkerGroup({ root, namespace, server });
try {
  const steps = await measureSteps(server, Number(values.rounds));
  const engine = new RestateEngine({ cluster: server, namespace, logger: console });
  const workers: ClusterReport['workers'][number][] = [];
  for (const count of isAsked('workers') ? workerCounts : []) {
    await group.grow(count);
    const turns = (name: string) => ({
      engine,
      input: inputs.call,
      instanceOf: (number: number) => `${name}${count}-${number % concurrency}`,
      concurrency,
    });
    await turnsPerSecond(turns('warm'), milliseconds / 5);
    workers.push({ workers: count, turnsPerSecond: await turnsPerSecond(turns('w'), milliseconds) });
  }
  const counts = isAsked('instances') ? values.instances.split(',').map(Number) : [];
  await group.grow(2);
  const instances = await measureInstances({ engine, server, namespace, folder, counts, milliseconds });
  await engine.stop();
  const [bare, ours] = steps.map(({ medianMs }) => medianMs);
  const got = (ours ?? NaN) / (bare ?? NaN);
  const check = {
    name: 'a step of ours to one of the bare SDK',
    limit: `≤ ${limit} ×`,
    got,
    ok: got <= limit,
  };
  const report: ClusterReport = { machine: describeMachine(), steps, workers, instances, checks: [check] };
  console.log(values.json ? JSON.stringify(report) : reportText(report));
  process.exitCode = values.check && !check.ok ? 1 : 0;
} finally {
  await group.stop();
  await server.stop();
  await rm(root, { recursive: true, force: true });
}
process.exit();

function isAsked(part: 'workers' | 'instances'): boolean {
  return values.only === undefined || values.only === part;
}
