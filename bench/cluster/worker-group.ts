import { join } from 'node:path';
import type { RestateServer } from '@goondan/cluster';

/** Workers of one swarm behind one address. */
export class WorkerGroup {
  readonly #children: Bun.Subprocess<'pipe', 'pipe', 'inherit'>[] = [];
  readonly #options: {
    readonly root: string;
    readonly namespace: string;
    readonly server: RestateServer;
    readonly port: number;
  };

  constructor(options: {
    readonly root: string;
    readonly namespace: string;
    readonly server: RestateServer;
  }) {
    const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    this.#options = { ...options, port: taken.port };
    taken.stop(true);
  }

  /** Starts as many as there are not yet; resolves when all serve. */
  async grow(count: number): Promise<void> {
    while (this.#children.length < count) await this.#start();
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#children.splice(0).map(({ exited }) => exited));
  }

  async #start(): Promise<void> {
    const { root, namespace, server, port } = this.#options;
    const script = join(import.meta.dir, 'worker.ts');
    const args = [root, namespace, String(port), server.ingressUrl, server.adminUrl];
    const child = Bun.spawn([process.execPath, '--no-install', script, ...args], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    this.#children.push(child);
    for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes('ready')) return;
    throw new Error('A worker of the bench did not start.');
  }
}
