/** A worker of the bench: serves the bundle, beside others on the same port, until its standard input ends. */
import { join } from 'node:path';
import { clusterEngine } from '@goondan/cluster';
import { openSwarm } from '@goondan/runtime';

const [, , root = '.', namespace = '', port = '0', ingressUrl = '', adminUrl = ''] = process.argv;
const swarm = await openSwarm({
  bundleRoot: join(root, 'bundle'),
  stateRoot: join(root, 'state'),
  engine: clusterEngine({
    cluster: { ingressUrl, adminUrl },
    namespace,
    worker: { port: Number(port), isPortShared: true, force: true },
  }),
});
await swarm.engine.start();
console.log('ready');
for await (const _ of Bun.stdin.stream()) continue;
process.exit(0);
