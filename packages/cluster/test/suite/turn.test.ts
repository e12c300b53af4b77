import { join } from 'node:path';
import { Glob } from 'bun';
import { expect, test } from 'bun:test';
import { secretForms } from '../../../runtime/src/secret/secret-forms.ts';
import { testKey } from '../../../runtime/test/turn/support/test-key.ts';
import { sharedServer, useRestate } from '../restate-test-engine.ts';
import { importTests } from './import-tests.ts';

// What is said of turns on one machine holds on a cluster: the same tests, on another engine.
await useRestate();
await importTests('turn', { except: ['wire'] });

test('SPEC §12: of all that the server has written in these tests nothing tells the key that they keep secret', async () => {
  const { folder } = await sharedServer();
  const needles = [...secretForms(testKey)].filter(({ length }) => length >= 6);
  // What the tests do say is there, as they said it.
  const said = '[secret TEST_KEY]';
  const found = new Set<string>();
  for await (const file of new Glob('data/**').scan({ cwd: folder, onlyFiles: true })) {
    const bytes = Buffer.from(await Bun.file(join(folder, file)).bytes());
    for (const needle of [said, ...needles]) if (bytes.includes(needle)) found.add(needle);
  }
  expect([...found]).toEqual([said]);
});
