import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputEvent } from '@goondan/runtime';
import { describe, expect, test } from 'bun:test';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { sharedServer } from '../restate-test-engine.ts';

const to = { agent: 'helper', instanceKey: 'main' };

describe('SPEC §12: a worker that is killed in the middle of two calls', () => {
  test('the turn goes on where the next worker is; what may not start twice does not, what may is run again under the same key', async () => {
    const server = await sharedServer();
    const folder = await mkdtemp(join(tmpdir(), 'goondan-worker-'));
    const engine = new RestateEngine({ cluster: server, namespace: 'killed', logger: console });
    const first = await startWorker(server, folder);
    let second: Worker | undefined;
    try {
      await engine.start();
      const { turnId } = await engine.send(to, inputEvent('go'));
      await untilStarted(folder, 'once');
      await untilStarted(folder, 'again');
      first.child.kill('SIGKILL');
      await first.child.exited;
      second = await startWorker(server, folder, first.port);
      const { status, toolCalls } = await engine.attach(turnId);
      expect(status).toBe('completed');
      const [once, again] = toolCalls.map(({ result }) => result);
      expect(once?.error?.code).toBe('E_TOOL_OUTCOME_UNKNOWN');
      expect(again).toMatchObject({ status: 'ok', output: 'start 2' });
      expect(await startsOf(folder, 'once')).toHaveLength(1);
      expect(new Set(await startsOf(folder, 'again')).size).toBe(1);
      expect(await startsOf(folder, 'again')).toHaveLength(2);
    } finally {
      await engine.stop();
      first.child.kill('SIGKILL');
      second?.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

interface Worker {
  readonly child: Bun.Subprocess;
  readonly port: number;
}

async function startWorker(
  { ingressUrl, adminUrl }: { readonly ingressUrl: string; readonly adminUrl: string },
  folder: string,
  port = 0,
): Promise<Worker> {
  const script = join(import.meta.dir, 'worker-child.ts');
  const child = Bun.spawn(
    [process.execPath, '--no-install', script, ingressUrl, adminUrl, folder, String(port)],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  for await (const chunk of child.stdout) {
    const said = Number(new TextDecoder().decode(chunk).trim().split('\n').at(-1));
    if (said > 0) return { child, port: said };
  }
  throw new Error('The worker did not start.');
}

async function startsOf(folder: string, name: string): Promise<string[]> {
  const text = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function untilStarted(folder: string, name: string): Promise<void> {
  while ((await startsOf(folder, name)).length === 0) await Bun.sleep(20);
}
