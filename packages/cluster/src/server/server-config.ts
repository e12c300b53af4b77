import { join } from 'node:path';

/** Where a server listens, on loopback. */
export interface ServerPorts {
  readonly ingress: number;
  readonly admin: number;
  /** Between the nodes of a cluster. */
  readonly node: number;
}

/** Where a server stands among others. */
export interface ServerNode {
  /** From 1; the first one makes the cluster. */
  readonly number: number;
  /** The ports of all nodes, each told to the others. */
  readonly nodePorts: readonly number[];
  /** On how many nodes everything is kept. */
  readonly replication: number;
}

/** What a server is told. */
export interface ServerConfigOptions {
  readonly folder: string;
  readonly ports: ServerPorts;
  readonly partitions: number;
  /** Alone without it. */
  readonly node?: ServerNode;
  /** A private key that requests to workers are signed with. */
  readonly identityKeyFile?: string;
}

/** The configuration of a server that only this machine reaches, in TOML. */
export function serverConfig(options: ServerConfigOptions): string {
  const { folder, ports, partitions, identityKeyFile } = options;
  const { number, nodePorts, replication } = options.node ?? { number: 1, nodePorts: [], replication: 1 };
  const at = (port: number): string => text(`127.0.0.1:${port}`);
  const addresses = nodePorts.map((port) => text(`http://127.0.0.1:${port}`)).join(', ');
  return `cluster-name = "goondan"
node-name = "node-${number}"
auto-provision = ${number === 1}
default-replication = ${replication}
base-dir = ${text(folder)}
bind-address = ${at(ports.node)}
advertised-address = ${text(`http://127.0.0.1:${ports.node}`)}
listen-mode = "tcp"
default-num-partitions = ${partitions}
disable-telemetry = true
log-filter = "warn"
log-disable-ansi-codes = true
rocksdb-total-memory-size = "256 MB"

[admin]
bind-address = ${at(ports.admin)}
disable-web-ui = true

[ingress]
bind-address = ${at(ports.ingress)}

[metadata-client]
addresses = [${addresses}]

[worker.invoker]
tmp-dir = ${text(join(folder, 'tmp'))}
${identityKeyFile === undefined ? '' : `request-identity-private-key-pem-file = ${text(identityKeyFile)}\n`}`;
}

function text(value: string): string {
  return JSON.stringify(value);
}
