import { expect, test } from 'bun:test';
import { z } from 'zod';
import { withGdn, type Gdn } from './gdn.ts';

const runSchema = z.looseObject({
  output: z.string(),
  toolCalls: z.array(z.looseObject({ status: z.string() })),
});

async function ask(gdn: Gdn, input: string) {
  const { code, stdout } = await gdn('run', 'extension', '--input', input, '--json');
  expect(code).toBe(0);
  const { output, toolCalls } = runSchema.parse(JSON.parse(stdout));
  return { output, statuses: toolCalls.map(({ status }) => status) };
}

test('CAT-4: a tool that stands in no document is offered beside those that do', async () => {
  await withGdn(async (gdn) => {
    const { stdout } = await gdn('tool', 'list', '-C', 'extension', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'calculator__evaluate', source: { type: 'config' } },
      { name: 'ledger__report', source: { type: 'extension', name: 'ledger' } },
    ]);
  });
});

test('PIPE-1: the middleware sees every call, refuses what its config forbids, and keeps what it counts', async () => {
  await withGdn(async (gdn) => {
    expect(await ask(gdn, 'what is 2+3*4?')).toEqual({ output: 'It is 14.', statuses: ['ok'] });
    expect(await ask(gdn, 'what is 10/0?')).toEqual({
      output: 'I may not: /0 is not allowed here',
      statuses: ['error'],
    });
    expect(await ask(gdn, '6*7')).toMatchObject({ output: 'It is 42.' });
    expect(await ask(gdn, 'report')).toEqual({
      output: 'Calls so far: 2, of ["calculator__evaluate"]',
      statuses: ['ok'],
    });
  });
});
