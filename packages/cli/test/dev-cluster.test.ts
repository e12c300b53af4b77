import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { heldOnCluster, json } from './cluster-place.ts';
import { readUntil, start, type Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { objectWith } from './matchers.ts';
import { misfitOf } from './misfit.ts';
import { testBundle } from './test-bundle.ts';

const announcedSchema = z.object({
  ingress: z.string(),
  admin: z.string(),
  pid: z.number(),
  workers: z.array(z.number()),
});

async function startDev(place: Place) {
  const child = start(place, ['dev', 'cluster', '--json']);
  const line = await readUntil(child.stdout, '\n');
  const { ingress, admin, workers } = announcedSchema.parse(JSON.parse(line));
  const inIt = { ...place, env: { ...place.env, GOONDAN_INGRESS: ingress, GOONDAN_ADMIN: admin } };
  return { child, line, workers, inIt };
}

/** Waits until no process has the place in its command line. */
async function untilGone(place: Place): Promise<void> {
  const living = async (): Promise<boolean> => {
    const { stdout } = Bun.spawn(['ps', '-eo', 'args'], { stdout: 'pipe' });
    return (await stdout.text()).includes(place.root);
  };
  while (await living()) await Bun.sleep(50);
}

describe('gdn dev cluster', () => {
  test('with --input starts a server and workers, answers, and takes everything down', async () => {
    await inPlace(testBundle, async (place) => {
      const args = ['dev', 'cluster', '--input', 'add 1 2', '--input', 'hello', '--workers', '1', '--json'];
      const { code, stdout } = await gdn(place, args);
      expect(code).toBe(0);
      expect(await misfitOf('dev cluster', stdout)).toBeUndefined();
      expect(JSON.parse(stdout)).toMatchObject({
        namespace: 'bundle',
        agents: ['hello', 'idle'],
        results: [{ output: 'It is 3.' }, { output: 'Hello.' }],
      });
      await untilGone(place);
    });
  });

  test('starts a worker again that is killed; killed itself it leaves no process, and the next goes on with what it had', async () => {
    await inPlace(testBundle, async (place) => {
      const first = await startDev(place);
      expect(await misfitOf('dev cluster', first.line)).toBeUndefined();
      const { handle, turnId } = await heldOnCluster(first.inIt, 'default');
      for (const pid of first.workers) process.kill(pid, 'SIGKILL');
      await readUntil(first.child.stderr, 'is started again');
      const hello = ['run', '--engine', 'restate', '--input', 'hello', '--instance-key', 'other'];
      expect(await json(first.inIt, ...hello)).toMatchObject({ output: 'Hello.' });
      first.child.kill('SIGKILL');
      await first.child.exited;
      await untilGone(place);

      const second = await startDev(place);
      expect(await json(second.inIt, 'approve', handle)).toEqual({ handle, status: 'completed' });
      const again = ['run', '--engine', 'restate', '--input', 'hello'];
      expect(await json(second.inIt, ...again)).toMatchObject({ output: 'Hello.' });
      expect(await json(second.inIt, 'trace', turnId)).toContainEqual(
        objectWith({ toolName: 'probe__danger', status: 'ok' }),
      );
      second.child.kill('SIGTERM');
      expect(await second.child.exited).toBe(0);
      await untilGone(place);
    });
  });

  test.each([
    ['too many workers', ['--workers', '1.5'], 2, '--workers must be a whole number from 1 to 64'],
    ['no bundle', ['nowhere'], 3, 'E_CONFIG_NOT_FOUND'],
  ])('%s is said with a fix', async (_what, args, code, said) => {
    await inPlace(testBundle, async (place) => {
      const finished = await gdn(place, ['dev', 'cluster', ...args]);
      expect(finished.code).toBe(code);
      expect(finished.stderr).toContain(said);
    });
  });
});
