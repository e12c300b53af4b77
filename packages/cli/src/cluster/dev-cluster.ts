import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { workspaceLayout, type Swarm } from '@goondan/runtime';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { count } from '../output/duration.ts';
import { shellWord } from '../output/shell-word.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { stateRootOf } from '../place/state-root.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { listenForInterrupt } from '../turn/interrupt.ts';
import { runInput } from '../turn/run-bundle.ts';
import { namespaceOf, type ClusterPlace } from './cluster-place.ts';
import { devPorts } from './dev-ports.ts';
import { startDevWorkers, type DevWorkers } from './dev-workers.ts';
import { loadCluster } from './load-cluster.ts';

const mostWorkers = 64;

/** What `gdn dev cluster` does: a server and workers on this machine, until somebody ends it or all inputs are answered. */
export async function devCluster(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, output, cwd } = invocation;
  const workerCount = options.amount('workers') ?? 2;
  if (!Number.isInteger(workerCount) || workerCount > mostWorkers)
    throw new UsageError(`--workers must be a whole number from 1 to ${mostWorkers}`);
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  if (bundleRoot === undefined)
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`);
  if (!existsSync(bundleRoot))
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no folder ${bundleRoot}`);
  const namespace = await namespaceOf(invocation, operands[0]);
  const { clusterEngine, startServer } = await loadCluster();
  const stateRoot = stateRootOf(invocation);
  const folder = join(workspaceLayout(stateRoot, bundleRoot).folder, 'cluster');
  await mkdir(folder, { recursive: true });
  const ports = await devPorts(folder);
  const { ingress, admin } = ports.server;
  const cluster = { ingressUrl: `http://127.0.0.1:${ingress}`, adminUrl: `http://127.0.0.1:${admin}` };
  const place = { cluster, namespace };
  const interrupt = listenForInterrupt();
  const engine = clusterEngine({ ...place, tellsHeld: true });
  const swarm = await openBundle(invocation, bundleRoot, { engine });
  try {
    tellWarnings(swarm, output);
    output.status('starting a Restate server …');
    await using stack = new AsyncDisposableStack();
    const server = await startServer({ folder, ports: ports.server });
    stack.defer(() => server.stop());
    output.status(`starting ${count(workerCount, 'worker')} …`);
    const workers = await startDevWorkers({
      count: workerCount,
      folder,
      note: (text) => output.note(text),
      args: workerArgs(place, { bundleRoot, stateRoot, port: ports.worker }),
    });
    stack.defer(() => workers.stop());
    const begun = await Promise.race([workers.serving, interrupt.promise]);
    output.status('');
    const inputs = options.texts('input');
    if (begun === undefined && inputs.length > 0)
      return await answerAll(invocation, swarm, { place, workers, inputs });
    if (begun === undefined) announce(invocation, { place, workers, swarm, folder, bundleRoot });
    const signal = await interrupt.promise;
    output.note('stopping …');
    return { exitCode: signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.ok, json: undefined };
  } finally {
    output.status('');
    await swarm.close();
    interrupt.dispose();
  }
}

function workerArgs(
  { cluster, namespace }: ClusterPlace,
  { bundleRoot, stateRoot, port }: { bundleRoot: string; stateRoot: string; port: number },
): string[] {
  const where = ['--ingress', cluster.ingressUrl, '--admin', cluster.adminUrl, '--namespace', namespace];
  const how = ['--port', String(port), '--share-port', '--force', '--state-root', stateRoot];
  return [bundleRoot, ...where, ...how];
}

interface Inputs {
  readonly place: ClusterPlace;
  readonly workers: DevWorkers;
  readonly inputs: readonly string[];
}

async function answerAll(
  invocation: Invocation,
  swarm: Swarm,
  { place, workers, inputs }: Inputs,
): Promise<CommandResult> {
  const results: unknown[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  const { output } = invocation;
  for (const input of inputs) {
    const result = await runInput({ swarm, invocation, input, timeoutMs: undefined, submit: {} });
    results.push(result.json);
    if (result.text !== undefined) output.line(result.text);
    if (result.errorText !== undefined && output.format === 'text') output.note(result.errorText);
    if (exitCode === exitCodes.ok) exitCode = result.exitCode;
    if (result.exitCode === exitCodes.interrupted) break;
  }
  return { exitCode, json: { ...aboutCluster(place, workers, swarm), results } };
}

interface Announcement {
  readonly place: ClusterPlace;
  readonly workers: DevWorkers;
  readonly swarm: Swarm;
  readonly folder: string;
  readonly bundleRoot: string;
}

function announce({ output }: Invocation, { place, workers, swarm, folder, bundleRoot }: Announcement): void {
  const { cluster, namespace } = place;
  output.json(aboutCluster(place, workers, swarm));
  const { agents } = swarm;
  output.line(`${count(workers.pids().length, 'worker')} serve ${agents.join(', ')} of ${namespace}`);
  output.line(`logs and data in ${folder}`);
  output.line('');
  output.line('in another terminal:');
  output.line(`  export GOONDAN_INGRESS=${cluster.ingressUrl} GOONDAN_ADMIN=${cluster.adminUrl}`);
  output.line(`  gdn run ${shellWord(bundleRoot)} --engine restate --input "…"`);
  output.line(`  gdn trace last -C ${shellWord(bundleRoot)}`);
}

function aboutCluster({ cluster, namespace }: ClusterPlace, workers: DevWorkers, { agents }: Swarm) {
  return {
    ingress: cluster.ingressUrl,
    admin: cluster.adminUrl,
    namespace,
    agents,
    pid: process.pid,
    workers: workers.pids(),
  };
}
