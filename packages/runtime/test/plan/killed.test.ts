import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { testEngineEnvironment } from '../engine-suite/test-engine.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { planWorld, theEvent } from './plan-child.ts';

async function killInTheMiddle(stateRoot: string): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, '--no-install', join(import.meta.dir, 'plan-child.ts'), stateRoot],
    {
      stdout: 'pipe',
      stderr: 'inherit',
      env: { ...process.env, ...testEngineEnvironment(), BUN_JSC_usePollingTraps: '1' },
    },
  );
  let said = '';
  try {
    for await (const chunk of child.stdout) {
      said += new TextDecoder().decode(chunk);
      if (said.includes('hang__once') && said.includes('hang__again')) break;
    }
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
}

test('PLAN-1, SPEC §12: a plan cut by kill -9 goes on: what ended is not repeated, what must not start twice does not, what may does', () =>
  inStateRoot(async (stateRoot) => {
    await killInTheMiddle(stateRoot);
    const world = await planWorld(stateRoot, { isHanging: false });
    try {
      // The same event is the same turn: it goes on.
      const { status, output } = await world.engine.request(world.to(), theEvent);
      expect(status).toBe('completed');
      expect(output).toMatchObject({
        skipped: false,
        results: [
          { id: 'a', success: true, result: 'did 1' },
          { id: 'b', success: true, result: 'did 2' },
          { id: 'c', success: false, code: 'E_TOOL_OUTCOME_UNKNOWN' },
          { id: 'd', success: true, result: 'did 4' },
          { id: 'e', success: false, code: 'E_PLAN_DEPENDENCY' },
          { id: 'f', success: true, result: 'did 6' },
        ],
      });
      const starts = (await readFile(join(stateRoot, 'starts'), 'utf8')).trim().split('\n').toSorted();
      expect(starts).toEqual([
        'do__it 1',
        'do__it 2',
        'do__it 6',
        'hang__again 4',
        'hang__again 4',
        'hang__once 3',
      ]);
    } finally {
      await world.stop();
    }
  }));
