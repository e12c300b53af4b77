import type { OptionDefinition } from '../command/command-definition.ts';

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
