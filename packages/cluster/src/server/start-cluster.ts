import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startServer, type RestateServer, type StartServerOptions } from './start-server.ts';

/** What the servers of a cluster are started with. */
export interface StartClusterOptions extends Omit<StartServerOptions, 'ports' | 'node'> {
  /** How many; of three, one may be missing at any time. */
  readonly nodes?: number;
}

/** Restate servers of this process that make one cluster. */
export interface RestateCluster {
  /** How many servers there are. */
  readonly size: number;
  /** The server of that place, counted from 0; one that was killed is the last that stood there. */
  server(place: number): RestateServer;
  /** Starts the server of that place again, where it was and on what it had. */
  restart(place: number): Promise<RestateServer>;
  stop(): Promise<void>;
}

/** Starts several Restate servers on loopback that keep everything more than once; resolves when all take requests. Throws `E_CLUSTER_SERVER`. */
export async function startCluster(options: StartClusterOptions): Promise<RestateCluster> {
  const { nodes = 3, folder, ...common } = options;
  const ports = freePorts(nodes);
  const nodePorts = ports.map(({ node }) => node);
  const replication = Math.floor(nodes / 2) + 1;
  const start = (place: number): Promise<RestateServer> =>
    startServer({
      ...common,
      folder: join(folder, `node-${place + 1}`),
      ports: ports[place] ?? ports[0],
      node: { number: place + 1, nodePorts, replication },
    });
  const begun = await Promise.allSettled(ports.map((_, place) => start(place)));
  const servers = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  const failed = begun.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  const server = (place: number): RestateServer => {
    const found = servers[place];
    if (found === undefined) throw new RangeError(`There is no server ${place}.`);
    return found;
  };
  return {
    size: nodes,
    server,
    stop,
    async restart(place) {
      const again = await start(place);
      servers[place] = again;
      return again;
    },
  };
}
