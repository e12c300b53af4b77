import { clusterOptions } from '../cluster/cluster-options.ts';
import { workerOptions } from '../cluster/worker-settings.ts';
import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn worker [BUNDLE]`: serves agents to a cluster, until somebody ends it. */
export const worker: CommandDefinition = {
  name: 'worker',
  summary: 'Run agents of a bundle for a Restate cluster',
  operands: [['[bundle]', 'the folder with goondan.yaml (default: the nearest upward)']],
  options: [...clusterOptions, ...workerOptions],
  examples: [
    'gdn worker . --ingress http://127.0.0.1:8080 --admin http://127.0.0.1:9070',
    'gdn worker . --agent coder --hostname 0.0.0.0 --port 9080 --url http://coder-v7.internal:9080',
  ],
  run: async (invocation) => {
    const { runWorker } = await import('../cluster/run-worker.ts');
    return runWorker(invocation);
  },
};
