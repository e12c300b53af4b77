import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn serve [BUNDLE]`: the bundle's agents over HTTP, until somebody ends it. */
export const serve: CommandDefinition = {
  name: 'serve',
  summary: 'Run the agents of a bundle behind HTTP on this machine',
  operands: [['[bundle]', 'the folder with goondan.yaml (default: the nearest upward)']],
  options: [
    { flags: '--port <number>', description: 'the port on 127.0.0.1 (default: 0, any that is free)' },
    { flags: '--token <token>', description: 'what requests must carry (default: one made at random)' },
  ],
  examples: [
    'gdn serve .',
    'gdn serve examples/hello --port 7070 --json',
    'curl -H "authorization: Bearer $TOKEN" -H "content-type: application/json" -d \'{"input":"what is 2+3*4?"}\' http://127.0.0.1:7070/agents/hello/default/events',
  ],
  run: async (invocation) => {
    const { serveBundle } = await import('../serve/serve-bundle.ts');
    return serveBundle(invocation);
  },
};
