import { GoondanError } from '@goondan/core';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { serverBinary } from './server-binary.ts';
import { serverConfig, type ServerNode, type ServerPorts } from './server-config.ts';

/** What a local Restate server is started with. */
export interface StartServerOptions {
  /** Where it keeps everything; the same folder again goes on with what is in it. */
  readonly folder: string;
  /** Free ones without it. */
  readonly ports?: ServerPorts;
  readonly partitions?: number;
  /** One of several that make a cluster; alone without it. See `startCluster`. */
  readonly node?: ServerNode;
  /** A file with a private key (PEM, ed25519) that requests to workers are signed with. */
  readonly identityKeyFile?: string;
  /** How long it may take to be ready. Default 60 seconds. */
  readonly startTimeoutMs?: number;
}

/** A Restate server of this process: it ends with it, also where it is killed. */
export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  readonly ports: ServerPorts;
  readonly pid: number;
  /** Kills it; it is not asked to finish anything. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts a Restate server on loopback; resolves when it takes requests. Throws `E_CLUSTER_SERVER`. */
export async function startServer(options: StartServerOptions): Promise<RestateServer> {
  const { folder, partitions = 4, node, identityKeyFile, startTimeoutMs = 60_000 } = options;
  const ports = options.ports ?? freePorts(1)[0];
  await mkdir(folder, { recursive: true });
  const configFile = join(folder, 'restate.toml');
  await Bun.write(
    configFile,
    serverConfig({
      folder: join(folder, 'data'),
      ports,
      partitions,
      ...(node === undefined ? {} : { node }),
      ...(identityKeyFile === undefined ? {} : { identityKeyFile }),
    }),
  );
  const log = join(folder, 'restate.log');
  const watchdog = join(import.meta.dir, 'watchdog.ts');
  const child = Bun.spawn(
    [process.execPath, '--no-install', watchdog, serverBinary(), '--config-file', configFile, '--no-logo'],
    { stdin: 'pipe', stdout: Bun.file(log), stderr: Bun.file(join(folder, 'restate-errors.log')) },
  );
  const stop = async (): Promise<void> => {
    await child.stdin.end();
    await child.exited;
  };
  const server = {
    ingressUrl: `http://127.0.0.1:${ports.ingress}`,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
    ports,
    pid: child.pid,
    stop,
  };
  const until = Date.now() + startTimeoutMs;
  while (!(await isReady(server))) {
    if (child.exitCode === null && Date.now() < until) {
      await Bun.sleep(50);
      continue;
    }
    await stop();
    throw new GoondanError('E_CLUSTER_SERVER', `The Restate server did not start; its log is ${log}.`);
  }
  return server;
}

async function isReady({ ingressUrl, adminUrl }: { ingressUrl: string; adminUrl: string }): Promise<boolean> {
  try {
    const answers = await Promise.all([fetch(`${adminUrl}/health`), fetch(`${ingressUrl}/restate/health`)]);
    return answers.every(({ ok }) => ok);
  } catch {
    return false;
  }
}
