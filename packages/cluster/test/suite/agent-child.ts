/** What tests of the suite run as a process of its own, to be killed: a worker that serves one agent of a bundle and says what it hears. */
import { parseJson } from '@goondan/core';
import { openSwarm } from '@goondan/runtime';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { clusterEngine } from '../../src/swarm-engine.ts';
import { orderSchema, type Word } from './agent-word.ts';

const order = orderSchema.parse(parseJson(process.argv[2] ?? ''));
const say = (word: Word): void => console.log(JSON.stringify(word));
const swarm = await openSwarm({
  bundleRoot: order.bundleRoot,
  stateRoot: order.stateRoot,
  env: {},
  logger: memoryConsole().logger,
  engine: (parts) =>
    clusterEngine({
      cluster: order.cluster,
      namespace: order.namespace,
      worker: { served: [order.agent], port: order.port, force: true, ownsProcess: true },
      onServing: ({ port }) => say({ word: 'serving', port }),
    })({
      ...parts,
      runnerOf: async (agent) => {
        const run = await parts.runnerOf(agent);
        return (context, input) => {
          say({ word: 'input', turnId: context.turnId, event: { ...input.event } });
          return run(context, input);
        };
      },
    }),
});
swarm.engine.observe((event) => {
  if (event.type !== 'delta') say({ word: 'event', event });
});
await swarm.engine.start();
