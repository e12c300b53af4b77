import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModuleReport } from '@goondan/core';
import { inspectModules } from '../../src/bundle-module/inspect-modules.ts';
import { isAlive } from '../process/support/process-world.ts';

const fine = 'export const handlers = { add: () => 1 };\n';

/** Inspects modules by name; `$ROOT` in them is their folder. */
async function inspect(
  modules: Readonly<Record<string, string>>,
  use: (reports: Readonly<Record<string, ModuleReport | undefined>>, root: string) => void | Promise<void>,
  limitMs?: number,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-module-'));
  try {
    const names = Object.keys(modules);
    for (const name of names)
      await writeFile(join(root, `${name}.ts`), (modules[name] ?? '').replaceAll('$ROOT', root));
    const options = { env: { GIVEN: 'given' }, ...(limitMs === undefined ? {} : { limitMs }) };
    const reports = await inspectModules(
      names.map((name) => join(root, `${name}.ts`)),
      options,
    );
    await use(Object.fromEntries(names.map((name) => [name, reports.get(join(root, `${name}.ts`))])), root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const ok = { status: 'ok', tool: { handlers: ['add'], notFunctions: [] }, register: 'absent' } as const;

describe('modules of a bundle, imported elsewhere', () => {
  test('SCH-5: each is told for what it offers, all of them by one process that is not ours', () =>
    inspect(
      {
        tool: `import { appendFileSync } from 'node:fs'; appendFileSync('$ROOT/pids', process.pid + '\\n'); ${fine}`,
        extension: `import { appendFileSync } from 'node:fs'; appendFileSync('$ROOT/pids', process.pid + '\\n'); export const register = () => {};`,
        both: `export const handlers = { add: 5 }; export const register = 5;`,
        broken: `throw new Error('no database');`,
        given: `export const handlers = { [process.env.GIVEN ?? 'nothing']: () => 1, [process.env.HOME ?? 'clean']: () => 1 };`,
        core: `import { defineTool } from '@goondan/core'; export const tool = defineTool({ name: 'math__add', description: 'Adds', parameters: { type: 'object' }, handler: () => 1 });`,
      },
      (reports, root) => {
        const without = { problem: 'the module exports neither `handlers` nor a tool made by defineTool' };
        expect(reports).toMatchObject({
          tool: ok,
          extension: { status: 'ok', tool: without, register: 'ok' },
          both: { status: 'ok', tool: { handlers: [], notFunctions: ['add'] }, register: 'not a function' },
          broken: { status: 'failed', message: 'no database', position: '1:11' },
          given: { tool: { handlers: ['given', 'clean'] } },
          core: { tool: { handlers: ['add'] } },
        });
        const pids = readFileSync(join(root, 'pids'), 'utf8').trim().split('\n').map(Number);
        expect(new Set(pids).size).toBe(1);
        expect(pids).not.toContain(process.pid);
      },
    ));

  test.each([
    ['never resolves', 'await new Promise(() => {});'],
    ['spins', 'for (;;) {}'],
  ])('one that %s is found late, and those beside it are inspected all the same', (_, code) =>
    inspect(
      { before: fine, stuck: code, after: fine },
      (reports) => {
        expect(reports).toEqual({
          before: ok,
          stuck: { status: 'failed', message: 'it did not finish loading within 3 s' },
          after: ok,
        });
      },
      3_000,
    ),
  );

  test.each([
    ['process.exit(0);', 'exit code 0'],
    ['process.exit(7);', 'exit code 7'],
    [`process.kill(process.pid, 'SIGKILL'); for (;;) {}`, 'signal SIGKILL'],
  ])('one that ends its process costs only itself: %s', (code, how) =>
    inspect({ before: fine, ending: code, after: fine }, (reports) => {
      expect(reports).toEqual({
        before: ok,
        ending: { status: 'failed', message: `it ended the process that loaded it (${how})` },
        after: ok,
      });
    }),
  );

  test('what modules print, or leave to fail later, disturbs nothing', () =>
    inspect(
      {
        loud: `console.log('{"file":"x"}'); process.stdout.write('no line end'); console.error('loud'); ${fine}`,
        late: `setTimeout(() => { throw new Error('late'); }, 0); void Promise.reject(new Error('late')); ${fine}`,
        slow: `await new Promise((done) => setTimeout(done, 50)); ${fine}`,
      },
      (reports) => {
        expect(reports).toEqual({ loud: ok, late: ok, slow: ok });
      },
    ));

  test('what a module has spawned ends with it', () =>
    inspect(
      {
        parent: `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
          writeFileSync('$ROOT/pid', String(spawn('sleep', ['600'], { stdio: 'inherit' }).pid)); ${fine}`,
      },
      async (reports, root) => {
        expect(reports).toEqual({ parent: ok });
        expect(existsSync(join(root, 'pid'))).toBe(true);
        const pid = Number(readFileSync(join(root, 'pid'), 'utf8'));
        while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
      },
    ));
});
