import type { AgentsWorker } from '@goondan/cluster';
import { GoondanError } from '@goondan/core/basics';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { agentNameOf } from '../place/agent-name.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { tellHeldCalls } from '../serve/tell-held-calls.ts';
import { listenForInterrupt } from '../turn/interrupt.ts';
import { neededClusterPlace, type ClusterPlace } from './cluster-place.ts';
import { loadCluster } from './load-cluster.ts';
import { workerSettings } from './worker-settings.ts';

/** What `gdn worker` does: serves agents to a cluster until it is asked to end. */
export async function runWorker(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, cwd } = invocation;
  const place = await neededClusterPlace(invocation, operands[0]);
  const worker = workerSettings(options);
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  if (bundleRoot === undefined)
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`);
  const { clusterEngine } = await loadCluster();
  let url = '';
  const onServing = (serving: AgentsWorker): void => {
    url = serving.url;
  };
  const engine = clusterEngine({ ...place, worker, onServing });
  const swarm = await openBundle(invocation, bundleRoot, { isKept: true, engine });
  const interrupt = listenForInterrupt();
  try {
    tellWarnings(swarm, invocation.output);
    for (const name of worker.served ?? []) await agentNameOf(swarm, name);
    tellHeldCalls(swarm, invocation);
    await swarm.engine.start();
    announce(invocation, { place, url, agents: worker.served ?? swarm.agents });
    const signal = await interrupt.promise;
    invocation.output.note('stopping …');
    return { exitCode: signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.ok, json: undefined };
  } finally {
    await swarm.close();
    interrupt.dispose();
  }
}

interface Announcement {
  readonly place: ClusterPlace;
  readonly url: string;
  readonly agents: readonly string[];
}

/** The one JSON value is told now: whoever started the worker needs it while it runs. */
function announce({ output }: Invocation, { place, url, agents }: Announcement): void {
  const { cluster, namespace } = place;
  output.json({ url, pid: process.pid, namespace, agents, ingress: cluster.ingressUrl });
  output.line(`serving ${agents.join(', ')} of ${namespace} to ${cluster.ingressUrl}`);
  output.line(`known to it as ${url}`);
}
