import { expect, test } from 'bun:test';
import { withGdn } from './gdn.ts';

test('coding-swarm is valid with no warning', async () => {
  await withGdn(async (gdn) => {
    const { stdout } = await gdn('validate', 'coding-swarm', '--json');
    expect(JSON.parse(stdout)).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

test('COMM-2, COMM-3, HAND-1: the planner asks, hands off and tells; the code is real and was run', async () => {
  await withGdn(async (gdn) => {
    const { code, stdout, stderr } = await gdn('run', 'coding-swarm', '--input', 'write a slugify function');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const call of [
      'coder: code__write',
      'coder: code__check',
      'agents__request',
      'agents__handoff',
      'reviewer: review__read',
      'agents__send',
    ])
      expect(stdout).toContain(call);
    expect(stdout).toContain('The code is written and checked; the reviewer looks at it.');

    const planner = await gdn('instance', 'show', 'default', '--agent', 'planner', '-C', 'coding-swarm');
    expect(planner.stdout).toContain('Done. The reviewer says: approved (5 lines, 0 remarks)');
    const coder = await gdn('instance', 'show', 'default', '--agent', 'coder', '-C', 'coding-swarm');
    expect(coder.stdout).toContain('review: approved (5 lines, 0 remarks)');
    expect((await gdn('trace', 'last', '-C', 'coding-swarm')).stdout).toContain('planner');
  });
});

test('what the coder does not know it says', async () => {
  await withGdn(async (gdn) => {
    const { stdout } = await gdn(
      'run',
      'coding-swarm',
      '--agent',
      'coder',
      '--input',
      'a compiler',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      output: 'I only know slugify by heart. Give me a real model for the rest.',
    });
  });
});
