import { expect, test } from 'bun:test';
import { z } from 'zod';
import { withGdn, type Gdn } from './gdn.ts';

const heldSchema = z.looseObject({
  status: z.literal('held'),
  held: z.array(z.looseObject({ handle: z.string(), agentName: z.string(), rule: z.string() })),
});
const order = ['run', 'approvals', '--input', 'deploy shop to production'];

/** Asks for a deployment that a person must agree to. */
async function heldHandle(gdn: Gdn): Promise<string> {
  const { code, stdout } = await gdn(...order, '--json');
  expect(code).toBe(4);
  const [held] = heldSchema.parse(JSON.parse(stdout)).held;
  expect(held).toMatchObject({
    agentName: 'operator',
    rule: 'extension approval: rules[0] customers will see it',
  });
  return held?.handle ?? '';
}

async function leadSays(gdn: Gdn): Promise<string> {
  return (await gdn('instance', 'show', 'default', '--agent', 'lead', '-C', 'approvals')).stdout;
}

test('approvals is valid with no warning', async () => {
  await withGdn(async (gdn) => {
    const { stdout } = await gdn('validate', 'approvals', '--json');
    expect(JSON.parse(stdout)).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

test('POL-4, PEND-3: held inside a delegated agent with nobody to ask: exit 4, and it says how to go on', async () => {
  await withGdn(async (gdn) => {
    const { code, stdout } = await gdn(...order);
    expect(code).toBe(4);
    expect(stdout).toContain('operator wants deploy__run {"app":"shop","target":"production"}');
    expect(stdout).toMatch(/gdn approve h-\w+/);
  });
});

test('POL-4: approved with nothing running, it goes on in the next life', async () => {
  await withGdn(async (gdn) => {
    const handle = await heldHandle(gdn);
    expect((await gdn('approve', handle)).code).toBe(0);
    expect((await gdn('run', 'approvals', '--resume')).code).toBe(0);
    expect(await leadSays(gdn)).toContain('The operator says: shop is on production.');
    // Once is once.
    await heldHandle(gdn);
  });
});

test('POL-4: edited, denied with a note', async () => {
  await withGdn(async (gdn) => {
    await gdn('approve', await heldHandle(gdn), '--edit', '{"app":"shop","target":"staging"}');
    await gdn('run', 'approvals', '--resume');
    expect(await leadSays(gdn)).toContain('shop is on staging.');
    await gdn('deny', await heldHandle(gdn), '--note', 'not on a Friday');
    await gdn('run', 'approvals', '--resume');
    expect(await leadSays(gdn)).toContain('I was not allowed to: deploy__run was denied: not on a Friday');
  });
});

test('POL-4: always for a pattern lets what fits run unasked, in that conversation', async () => {
  await withGdn(async (gdn) => {
    const handle = await heldHandle(gdn);
    const typo = await gdn('approve', handle, '--always-like', '{"app":"("}');
    expect(typo.code).toBe(2);
    await gdn('approve', handle, '--always-like', '{"app":"^shop$"}');
    await gdn('run', 'approvals', '--resume');
    const { code, stdout } = await gdn(...order);
    expect(code).toBe(0);
    expect(stdout).toContain('shop is on production.');
    expect((await gdn('run', 'approvals', '--input', 'deploy bank to production')).code).toBe(4);
  });
});

test('gdn policy explain says which rule would hold it', async () => {
  await withGdn(async (gdn) => {
    const explain = async (...args: string[]): Promise<unknown> =>
      JSON.parse(
        (await gdn('policy', 'explain', 'deploy__run', '-C', 'approvals', '--json', ...args)).stdout,
      );
    expect(await explain('--agent', 'operator')).toMatchObject({ decision: 'depends' });
    const args = ['--agent', 'operator', '--args-json', '{"app":"shop","target":"production"}'];
    expect(await explain(...args)).toMatchObject({
      decision: 'held',
      rule: 'extension approval: rules[0] customers will see it',
    });
    expect(await explain()).toMatchObject({ decision: 'refused', rule: 'catalog' });
  });
});
