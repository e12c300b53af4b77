import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { testBundle } from './test-bundle.ts';

const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});

async function held(place: Place): Promise<{ handle: string; turnId: string }> {
  const { code, stdout } = await gdn(place, ['run', '--input', 'danger', '--json']);
  expect(code).toBe(4);
  const { turnId, held: calls } = heldSchema.parse(JSON.parse(stdout));
  return { turnId, handle: calls[0]?.handle ?? '' };
}

describe('a person is needed, and nothing runs', () => {
  test('POL-4: approve is kept, and the next run goes on with it', async () => {
    await inPlace(testBundle, async (place) => {
      const { handle } = await held(place);
      const approved = await gdn(place, ['approve', handle, '--note', 'seen']);
      expect(approved.stdout).toContain(`approved ${handle}`);
      expect(approved.stdout).toContain('gdn run --resume');
      const { code, stdout } = await gdn(place, ['run', '--resume']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/of hello\/default, accepted .+ ago, waited for a person, who has answered\n/);
      expect(stdout).toMatch(/\nresumed turn \w+, done in [^\n]+\nhello {2}It is done\.\n$/);
    });
  });

  test('POL-4: deny tells the model why', async () => {
    await inPlace(testBundle, async (place) => {
      const { handle } = await held(place);
      const denied = await gdn(place, ['deny', handle, '--note', 'not on a Friday', '--json']);
      expect(JSON.parse(denied.stdout)).toEqual({ handle, status: 'completed' });
      const { stdout } = await gdn(place, ['run', '--resume']);
      expect(stdout).toContain('E_TOOL_DENIED probe__danger was denied: not on a Friday');
    });
  });

  test('what does not fit is refused, and says what would', async () => {
    await inPlace(testBundle, async (place) => {
      const { handle, turnId } = await held(place);
      const answered = await gdn(place, ['answer', handle, 'yes']);
      expect(answered.code).toBe(1);
      expect(answered.stderr).toContain('E_HANDLE_KIND');
      expect(answered.stderr).toContain(`gdn approve ${handle}`);
      expect((await gdn(place, ['approve', handle, '--edit', '[1]'])).code).toBe(2);
      expect((await gdn(place, ['approve', handle, '--edit', 'no json'])).code).toBe(2);
      expect((await gdn(place, ['approve', 'nope'])).stderr).toContain('E_HANDLE_NOT_FOUND');
      expect((await gdn(place, ['cancel', turnId])).stdout).toContain(`cancelled turn ${turnId}`);
      await gdn(place, ['run', '--resume']);
      expect((await gdn(place, ['approve', handle])).stderr).toContain('E_HANDLE_LATE');
      expect((await gdn(place, ['cancel', turnId])).stdout).toContain('had ended before');
      expect((await gdn(place, ['cancel', 'nope'])).stderr).toContain('E_AGENT_TURN_NOT_FOUND');
    });
  });
});

describe('gdn handle', () => {
  test('PEND-2: a pending call is completed with no process running, once; the next start brings it to the agent', async () => {
    await inPlace(testBundle, async (place) => {
      await gdn(place, ['run', '--input', 'later']);
      // Handles are found in the whole state root, from anywhere.
      const elsewhere = { ...place, bundle: place.root };
      expect((await gdn(elsewhere, ['handle', 'list'])).stdout).toMatch(
        /^job-77 +pending +hello\/default +probe__later/,
      );
      expect((await gdn(elsewhere, ['handle', 'complete', 'job-77'])).code).toBe(2);
      expect((await gdn(elsewhere, ['handle', 'complete', 'job-77', '--output', '{'])).code).toBe(2);
      const both = ['--output', '1', '--error', 'x'];
      expect((await gdn(elsewhere, ['handle', 'complete', 'job-77', ...both])).code).toBe(2);
      const done = await gdn(elsewhere, ['handle', 'complete', 'job-77', '--output', '{"v":9}', '--json']);
      expect(done).toMatchObject({ code: 0, stdout: '{"handle":"job-77","status":"completed"}\n' });
      const twice = await gdn(elsewhere, ['handle', 'complete', 'job-77', '--error', 'broke', '--json']);
      expect(twice.code).toBe(1);
      expect(JSON.parse(twice.stdout)).toMatchObject({ error: { code: 'E_HANDLE_COMPLETED' } });
      expect((await gdn(elsewhere, ['handle', 'list'])).stdout).toBe('nothing waits\n');
      expect((await gdn(elsewhere, ['handle', 'show', 'job-77'])).stdout).toContain('outcome  {"v":9}');
      expect((await gdn(place, ['run', '--resume'])).code).toBe(0);
      const shown = await gdn(place, ['instance', 'show', 'default']);
      expect(shown.stdout).toContain('which was pending under the handle job-77, has ended.');
      expect(JSON.parse((await gdn(place, ['handle', 'list', '--all', '--json'])).stdout)).toMatchObject([
        { handle: 'job-77', status: 'delivered', outcome: { v: 9 } },
      ]);
    });
  });
});
