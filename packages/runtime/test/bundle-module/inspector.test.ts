import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const entry = join(import.meta.dir, '../../src/bundle-module/inspector.ts');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'goondan-inspector-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The process as the runtime starts it, with a module of that code. */
async function inspector(code: string): Promise<Bun.Subprocess<'pipe', 'pipe', 'inherit'>> {
  const file = join(root, 'module.ts');
  await writeFile(file, `import { writeFileSync } from 'node:fs'; writeFileSync('${root}/ran', ''); ${code}`);
  return Bun.spawn([process.execPath, '--no-install', entry, 'mark ', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

describe('the process that imports modules, when whoever started it is killed', () => {
  test('before it was watched: it ends, and has run nothing of them', async () => {
    const child = await inspector('for (;;) {}');
    await child.stdin.end();
    expect(await child.exited).toBe(1);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  test('while a module loads: it ends with that module, though nobody hears of it', async () => {
    const child = await inspector(
      `while (!(await Bun.file('${root}/go').exists())) await Bun.sleep(5); export const handlers = {};`,
    );
    await child.stdin.write('\n');
    await child.stdin.end();
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    await writeFile(join(root, 'go'), '');
    expect(await child.exited).toBe(1);
    expect(existsSync(join(root, 'ran'))).toBe(true);
  });
});
