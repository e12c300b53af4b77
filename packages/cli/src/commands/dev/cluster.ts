import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn dev cluster [BUNDLE]`: a Restate server and workers on this machine, until somebody ends it. */
export const devClusterCommand: CommandDefinition = {
  name: 'cluster',
  summary: 'Run a bundle on a Restate cluster of this machine, to try it',
  operands: [['[bundle]', 'the folder with goondan.yaml (default: the nearest upward)']],
  options: [
    { flags: '--workers <number>', description: 'how many processes run agents (default: 2)' },
    {
      flags: '--input <text>',
      description: 'run this, then end; may be repeated (default: stay until ended)',
      isRepeatable: true,
    },
    { flags: '--agent <name>', description: 'the agent that gets the input (default: the entry agent)' },
    { flags: '--instance-key <key>', description: 'the conversation (default: "default")' },
    {
      flags: '--namespace <name>',
      description: "the swarm's name on the cluster (default: the name of the bundle's folder)",
    },
  ],
  examples: ['gdn dev cluster .', 'gdn dev cluster examples/hello --workers 3 --input "what is 2+3*4?"'],
  run: async (invocation) => {
    const { devCluster } = await import('../../cluster/dev-cluster.ts');
    return devCluster(invocation);
  },
};
