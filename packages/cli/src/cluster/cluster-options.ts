import type { OptionDefinition } from '../command/command-definition.ts';

/** How long a command waits for a worker to do what the cluster has accepted. */
export const workerWaitOption: OptionDefinition = {
  flags: '--wait <seconds>',
  description: 'a cluster: how long to wait for a worker to take it up (default: 5)',
};

/** The flags of commands that can work with a cluster. */
export const clusterOptions: readonly OptionDefinition[] = [
  { flags: '--ingress <url>', description: 'a cluster: where it takes events (default: $GOONDAN_INGRESS)' },
  {
    flags: '--admin <url>',
    description: 'a cluster: where it tells what there is (default: $GOONDAN_ADMIN)',
  },
  {
    flags: '--namespace <name>',
    description:
      "the swarm's name on the cluster (default: $GOONDAN_NAMESPACE, then the name of the bundle's folder)",
  },
];
