import { clusterOptions } from '../cluster/cluster-options.ts';
import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn serve [BUNDLE]`: the bundle's agents over HTTP, until somebody ends it. */
export const serve: CommandDefinition = {
  name: 'serve',
  summary: 'Run the agents of a bundle behind HTTP on this machine',
  operands: [['[bundle]', 'the folder with goondan.yaml (default: the nearest upward)']],
  options: [
    { flags: '--port <number>', description: 'the port on 127.0.0.1 (default: 0, any that is free)' },
    { flags: '--token <token>', description: 'what requests must carry (default: one made at random)' },
    {
      flags: '--engine <engine>',
      description: 'where turns run: on this machine (default), or on the Restate cluster that is named',
      choices: ['local', 'restate'],
    },
    ...clusterOptions,
    { flags: '--no-worker', description: 'with a cluster: run no agents here, only hand events in' },
    { flags: '--worker-port <number>', description: 'with a cluster: where the worker in here listens' },
    { flags: '--worker-url <url>', description: 'with a cluster: where it finds the worker in here' },
  ],
  examples: [
    'gdn serve .',
    'gdn serve examples/hello --port 7070 --json',
    'gdn serve . --engine restate --ingress http://127.0.0.1:8080 --admin http://127.0.0.1:9070',
    'curl -H "authorization: Bearer $TOKEN" -H "content-type: application/json" -d \'{"input":"what is 2+3*4?"}\' http://127.0.0.1:7070/agents/hello/default/events',
  ],
  run: async (invocation) => {
    const { serveBundle } = await import('../serve/serve-bundle.ts');
    return serveBundle(invocation);
  },
};
