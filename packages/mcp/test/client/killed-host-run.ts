/** Starts a server that starts a stubborn grandchild, says who they are, and waits to be killed. */
import { serverMark } from '../../src/client/server-environment.ts';
import { markedProcesses } from '../../src/client/server-processes.ts';
import { environmentOf } from './environment-of.ts';
import { startHost } from './extension-host.ts';
import { hostileServer } from './hostile-server.ts';

const host = await startHost({ own: hostileServer() }).catch(() => undefined);
if (host === undefined) process.exit(1);
const { output: grandchild } = await host.call('own__grandchild');
const { [serverMark]: mark } = environmentOf(await host.call('own__environment'));
const own = typeof mark === 'string' ? markedProcesses(mark) : [];
const server = own.find((pid) => pid !== Number(grandchild));
console.log(`${server} ${Number(grandchild)}`);
setInterval(() => {}, 1000);
