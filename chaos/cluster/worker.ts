/** A worker that is killed: serves the agents of the bundle to a cluster, beside others on the same port, until its standard input ends. */
import { clusterEngine } from '@goondan/cluster';
import { openSwarm } from '@goondan/runtime';
import { campaignFolder } from '../turn/evidence.ts';
import { say } from '../process/word.ts';
import { namespace } from './namespace.ts';

const [, , root = '.', port = '0', ...addresses] = process.argv;
const folder = campaignFolder(root);
void endWithInput();
for (let turn = 0; ; turn += 1) {
  const [ingressUrl = '', adminUrl = ''] = (addresses[turn % addresses.length] ?? '').split(',');
  const swarm = await openSwarm({
    bundleRoot: folder.bundle,
    stateRoot: folder.state,
    engine: clusterEngine({
      cluster: { ingressUrl, adminUrl },
      namespace,
      worker: { port: Number(port), isPortShared: true, force: true, ownsProcess: true },
    }),
  });
  try {
    await swarm.engine.start();
    break;
  } catch (thrown) {
    // That server may be the one that was killed: the next is asked.
    console.error(String(thrown));
    await swarm.close();
    await Bun.sleep(100);
  }
}
say('ready', '-', process.pid);

async function endWithInput(): Promise<void> {
  for await (const _ of Bun.stdin.stream()) continue;
  process.exit(0);
}
