import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { gdn, inPlace } from './gdn.ts';
import { anyNumber, textLike } from './matchers.ts';
import { brokenBundle, testBundle } from './test-bundle.ts';

describe('gdn validate', () => {
  test('a bundle without a mistake is valid: exit 0', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['validate', '--json']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({ valid: true, errors: [], warnings: [] });
      expect((await gdn(place, ['validate'])).stdout).toContain('goondan.yaml is valid');
    });
  });

  test('SCH-5: every mistake is shown with its place and fix: exit 3', async () => {
    await inPlace(brokenBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['validate']);
      expect(code).toBe(3);
      expect(stdout).toContain('E_CONFIG_REF_NOT_FOUND');
      expect(stdout).toContain('E_CONFIG_REMOVED_FIELD');
      expect(stdout).toContain('did you mean Tool/probe');
      expect(stdout).not.toContain('\u001B');
    });
  });

  test('with --json every mistake is a value with code, place and hint', async () => {
    await inPlace(brokenBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['validate', place.bundle, '--json']);
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toMatchObject({
        valid: false,
        errors: [
          { code: 'E_CONFIG_REMOVED_FIELD', file: 'goondan.yaml', line: anyNumber, column: anyNumber },
          { code: 'E_CONFIG_REF_NOT_FOUND', hint: textLike(/Tool\/probe/) },
        ],
        warnings: [],
      });
    });
  });

  test('the bundle is the operand, -C, the file itself or the nearest one upward, and is named once', async () => {
    await inPlace({ ...testBundle, 'deep/er/x.txt': '' }, async (place) => {
      const outside = { ...place, bundle: place.root };
      const inside = { ...place, bundle: join(place.bundle, 'deep/er') };
      expect((await gdn(outside, ['validate', 'bundle'])).code).toBe(0);
      expect((await gdn(outside, ['validate', 'bundle/goondan.yaml'])).code).toBe(0);
      expect((await gdn(outside, ['validate', '-C', 'bundle'])).code).toBe(0);
      expect((await gdn(outside, ['-C', 'bundle', 'validate'])).code).toBe(0);
      expect((await gdn(inside, ['validate'])).code).toBe(0);
      expect((await gdn(outside, ['validate', 'bundle', '-C', 'bundle'])).code).toBe(2);
    });
  });

  test('a folder without a bundle is invalid configuration: exit 3', async () => {
    await inPlace({}, async (place) => {
      const { code, stdout } = await gdn(place, ['validate']);
      expect(code).toBe(3);
      expect(stdout).toContain('E_CONFIG_NOT_FOUND');
    });
  });

  test('what a module prints while it is checked does not reach stdout', async () => {
    const noisy = { ...testBundle, 'probe.ts': `console.log('imported');\n${testBundle['probe.ts']}` };
    await inPlace(noisy, async (place) => {
      const { stdout, stderr } = await gdn(place, ['validate', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ valid: true });
      expect(stderr).toBe('imported\n');
    });
  });

  test.each([
    ['process.exit(0);', /probe\.ts cannot be imported: it ended the process that loaded it \(exit code 0\)/],
    ['for (;;) {}', /probe\.ts cannot be imported: it did not finish loading within 10 s/],
  ])(
    'SCH-5: a module that does %j while it is loaded is a finding, and others are checked: exit 3',
    async (code, message) => {
      await inPlace({ ...testBundle, 'probe.ts': `${code}\n${testBundle['probe.ts']}` }, async (place) => {
        const { code: exit, stdout } = await gdn(place, ['validate', '--json']);
        expect(exit).toBe(3);
        expect(JSON.parse(stdout)).toMatchObject({
          valid: false,
          errors: [{ code: 'E_CONFIG_MODULE', file: 'goondan.yaml', message: textLike(message) }],
        });
      });
    },
  );
});
