import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'bun:test';

test('a local Restate server ends with the process that started it, also where that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-orphan-'));
  const script = join(import.meta.dir, 'server-child.ts');
  const child = Bun.spawn([process.execPath, '--no-install', script, folder], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  try {
    let adminUrl = '';
    for await (const chunk of child.stdout) {
      adminUrl = new TextDecoder().decode(chunk).trim();
      break;
    }
    expect((await fetch(`${adminUrl}/health`)).status).toBe(200);
    child.kill('SIGKILL');
    await child.exited;
    while (await isThere(adminUrl)) await Bun.sleep(20);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

async function isThere(adminUrl: string): Promise<boolean> {
  try {
    await fetch(`${adminUrl}/health`);
    return true;
  } catch {
    return false;
  }
}
