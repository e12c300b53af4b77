import { dirname, join } from 'node:path';
import { npmServer } from './npm-servers.ts';
import { waitUntil } from './wait-until.ts';

/** A server from npm behind mcp-proxy, which offers it by HTTP in both protocol families. */
export interface ProxiedServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a proxy on a port of this machine; resolves once it answers. */
export async function proxiedServer(name: string, ...args: string[]): Promise<ProxiedServer> {
  const program = join(
    dirname(Bun.resolveSync('mcp-proxy/package.json', import.meta.dir)),
    'dist/bin/mcp-proxy.mjs',
  );
  const server = npmServer(name, ...args);
  const port = freePort();
  const listen = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream'];
  const behind = ['--', server.command, ...server.args];
  const child = Bun.spawn([process.execPath, '--no-install', program, ...listen, ...behind], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await waitUntil(async () => {
    try {
      await (await fetch(url, { method: 'POST', body: '{}' })).text();
      return true;
    } catch {
      return false;
    }
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = probe;
  void probe.stop(true);
  return port;
}
