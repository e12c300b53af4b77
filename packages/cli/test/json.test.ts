import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { gdn, inPlace } from './gdn.ts';
import { textLike } from './matchers.ts';
import { testBundle } from './test-bundle.ts';
import { byTier } from '../../../scripts/tests/by-tier.ts';

const word = fc.constantFrom(
  'run',
  'validate',
  'tool',
  'list',
  'call',
  'explain',
  'trace',
  'last',
  'plan',
  'policy',
  'handle',
  'complete',
  'show',
  'approve',
  'deny',
  'answer',
  'cancel',
  'instance',
  'delete',
  'agent',
  'logs',
  'init',
  'doctor',
  'docs',
  'search',
  'schema',
  'completion',
  'describe',
  'new',
  '--template',
  '--debug',
  '--output',
  'help',
  'toool',
  'probe__add',
  'E_TOOL',
  '.',
  '',
  '--help',
  '--version',
  '-C',
  '--state-root',
  '--arg',
  'left=1',
  '--args-json',
  '{}',
  '--agent',
  'hello',
  '--input',
  'hello',
  '--resume',
  '--timeout',
  '--format',
  'json',
  '--all',
  '--nonsense',
  '--',
  '-x',
);

test('whatever is typed with --json, stdout is exactly one JSON value and the exit code is one of ours', async () => {
  await inPlace(testBundle, async (place) => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
        const { code, stdout } = await gdn(place, ['--json', ...words]);
        const value: unknown = JSON.parse(stdout);
        expect(code).toBeOneOf([0, 1, 2, 3, 4, 5]);
        const failure = { error: { code: textLike(/^E_/) } };
        if (code === 1 || code === 2) expect(value).toMatchObject(failure);
      }),
      { numRuns: byTier({ full: 60, short: 12 }), seed: 11 },
    );
  });
}, 300_000);
