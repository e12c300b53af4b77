import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { gdn, inPlace, type Place } from './gdn.ts';
import { testBundle } from './test-bundle.ts';

/** A bundle whose module says when it is loaded, which a check does. */
const telling = {
  ...testBundle,
  'goondan.yaml': testBundle['goondan.yaml'].replace(
    '  modelConfig: { modelRef: Model/script }\n  tools: [Tool/probe]',
    '  modelConfig: { modelRef: Model/script }\n  prompt: { systemRef: prompt.md }\n  tools: [Tool/probe]',
  ),
  'prompt.md': 'Be kind.\n',
  'probe.ts': `import './beside.ts';\n${testBundle['probe.ts']}`,
  'beside.ts': "console.log('checked');\n",
  'deep/er/x.txt': '',
};

const checked = { code: 0, stderr: 'checked\n' };
const answeredAgain = { code: 0, stderr: '' };

async function validate(place: Place, ...args: string[]) {
  const { code, stdout, stderr } = await gdn(place, ['validate', ...args]);
  return { code, stderr, stdout };
}

describe('gdn validate, typed again', () => {
  test('gives the same answer without a check where nothing has changed, in every format', async () => {
    await inPlace(telling, async (place) => {
      const first = await validate(place);
      expect(first).toMatchObject(checked);
      expect(await validate(place)).toEqual({ ...first, stderr: '' });
      expect((await validate(place, '--json')).stdout).toBe('{"valid":true,"errors":[],"warnings":[]}\n');
      expect(await validate(place, '--no-cache')).toEqual(first);
    });
  });

  test.each(['goondan.yaml', 'probe.ts', 'beside.ts', 'prompt.md'])(
    'checks anew after an edit of %s',
    async (name) => {
      await inPlace(telling, async (place) => {
        await validate(place);
        const file = join(place.bundle, name);
        const text = await Bun.file(file).text();
        const comment = name.endsWith('.ts') ? '// x\n' : '# x\n';
        await writeFile(file, `${text}${comment}`);
        expect(await validate(place)).toMatchObject(checked);
        expect(await validate(place)).toMatchObject(answeredAgain);
      });
    },
  );

  test('checks anew in another environment, and where a file is gone', async () => {
    await inPlace(telling, async (place) => {
      await validate(place);
      const other = { ...place, env: { ...place.env, SOME_KEY: 'x' } };
      expect(await validate(other)).toMatchObject(checked);
      await rm(join(place.bundle, 'prompt.md'));
      expect(await validate(other)).toMatchObject({ code: 3 });
    });
  });

  test('checks anew where another bundle has come nearer', async () => {
    await inPlace(telling, async (place) => {
      const inside = { ...place, bundle: join(place.bundle, 'deep/er') };
      expect(await validate(inside)).toMatchObject(checked);
      expect(await validate(inside)).toMatchObject(answeredAgain);
      await writeFile(join(place.bundle, 'deep/goondan.yaml'), 'kind: Nothing\n');
      expect((await validate(inside)).code).toBe(3);
    });
  });

  test('a bundle in which anything was found is checked each time', async () => {
    const files = {
      ...telling,
      'probe.ts': telling['probe.ts'].replace('later: ', 'surplus: () => 1,\n  later: '),
    };
    await inPlace(files, async (place) => {
      const first = await validate(place);
      expect(first.stdout).toContain('E_CONFIG_HANDLER_SURPLUS');
      expect(await validate(place)).toEqual(first);
    });
  });

  test('what was kept and is damaged, or cannot be kept, is no failure', async () => {
    await inPlace(telling, async (place) => {
      await validate(place);
      const folder = join(place.root, 'state/cache/validate');
      for (const name of await readdir(folder)) await writeFile(join(folder, name), '{"version":1}');
      expect(await validate(place)).toMatchObject(checked);
      await rm(join(place.root, 'state'), { recursive: true });
      await writeFile(join(place.root, 'state'), 'a file');
      expect(await validate(place)).toMatchObject(checked);
      await rm(join(place.root, 'state'));
      await mkdir(join(place.root, 'state'));
    });
  });
});
