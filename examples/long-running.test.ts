import { expect, test } from 'bun:test';
import { z } from 'zod';
import { withGdn, type Gdn } from './gdn.ts';

const handlesSchema = z.array(z.looseObject({ handle: z.string(), status: z.string() }));

/** Orders a film and answers its handle. */
async function order(gdn: Gdn): Promise<string> {
  const { code, stdout } = await gdn('run', 'long-running', '--input', 'make a film about herons', '--json');
  expect(code).toBe(0);
  const [waiting] = handlesSchema.parse(JSON.parse((await gdn('handle', 'list', '--json')).stdout));
  expect(waiting?.status).toBe('pending');
  const handle = waiting?.handle ?? '';
  expect(JSON.parse(stdout)).toMatchObject({
    output: `It is being made under the handle ${handle}. I will tell you when it is ready.`,
    toolCalls: [{ status: 'pending', handle }],
  });
  return handle;
}

async function answersOf(gdn: Gdn): Promise<string> {
  return (await gdn('instance', 'show', 'default', '-C', 'long-running')).stdout;
}

test('PEND-1, PEND-2: long-running answers at once, and tells of the result when it was completed with nothing running', async () => {
  await withGdn(async (gdn) => {
    const handle = await order(gdn);
    const output = '{"url":"https://example.com/herons.mp4"}';
    expect((await gdn('handle', 'complete', handle, '--output', output)).code).toBe(0);
    expect((await gdn('handle', 'complete', handle, '--output', output)).code).toBe(1);
    expect((await gdn('run', 'long-running', '--resume')).code).toBe(0);
    expect(await answersOf(gdn)).toContain('Your film is ready: https://example.com/herons.mp4');
  });
});

test('PEND-2: one that failed is told too', async () => {
  await withGdn(async (gdn) => {
    const handle = await order(gdn);
    expect((await gdn('handle', 'complete', handle, '--error', 'the disk is full')).code).toBe(0);
    expect((await gdn('run', 'long-running', '--resume')).code).toBe(0);
    expect(await answersOf(gdn)).toContain('The film could not be made: the disk is full');
  });
});
