import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Another process that swaps what is in the workspace with links to the outside, until `stop`, which tells how often. */
export interface Swapping {
  stop(): Promise<number>;
}

/** Starts it; `node/secret.txt` and `leaf.txt` of the workspace are what is swapped. */
export async function startSwapping({ workdir, outside }: Workspace): Promise<Swapping> {
  mkdirSync(join(workdir, 'node'));
  writeFileSync(join(workdir, 'node', 'secret.txt'), 'inside');
  writeFileSync(join(workdir, 'leaf.txt'), 'inside');
  symlinkSync(outside, join(workdir, 'node-link'));
  symlinkSync(join(outside, 'secret.txt'), join(workdir, 'leaf-link'));
  const child = Bun.spawn(
    [process.execPath, '--no-install', join(import.meta.dir, 'swapper-child.ts'), workdir, outside],
    {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      env: { BUN_JSC_usePollingTraps: '1' },
    },
  );
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  await output.read();
  return {
    stop: async () => {
      await child.stdin.end();
      let text = '';
      for (let part = await output.read(); !part.done; part = await output.read()) text += part.value;
      await child.exited;
      return Number(text);
    },
  };
}
