import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { formatFindings, loadBundle } from '../../src/bundle/index.ts';
import { golden, inBundleFolder } from './bundle-folder.ts';

const yaml = (entry: string): string => `apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: bash }
spec:
  entry: ${entry}
  exports: [{ name: exec }]
`;
const module = { 'tools/bash/index.ts': 'export {};' };

describe('SCH-5: entries', () => {
  golden(
    'an entry that does not exist names the nearest file',
    { ...module, 'goondan.yaml': yaml('./tools/bash/indx.ts') },
    `
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "./tools/bash/indx.ts" does not exist
    4 | spec:
    5 |   entry: ./tools/bash/indx.ts
      |          ^^^^^^^^^^^^^^^^^^^^ did you mean ./tools/bash/index.ts?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );
  golden(
    'an entry with nothing near it is still placed',
    yaml('./nowhere/at/all.ts'),
    `
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "./nowhere/at/all.ts" does not exist
    4 | spec:
    5 |   entry: ./nowhere/at/all.ts
      |          ^^^^^^^^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );
  golden(
    'an entry that is a folder names the file in it',
    { ...module, 'goondan.yaml': yaml('./tools/bash') },
    `
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "./tools/bash" is a folder, not a file
    4 | spec:
    5 |   entry: ./tools/bash
      |          ^^^^^^^^^^^^ did you mean ./tools/bash/index.ts?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );
  golden(
    'an entry may not lead out of the bundle',
    yaml('../other/index.ts'),
    `
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "../other/index.ts" leads out of the bundle
    4 | spec:
    5 |   entry: ../other/index.ts
      |          ^^^^^^^^^^^^^^^^^ give a path relative to the bundle root that stays inside it

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );
  golden(
    'an entry may not be an absolute path',
    yaml('/etc/hosts'),
    `
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "/etc/hosts" is an absolute path
    4 | spec:
    5 |   entry: /etc/hosts
      |          ^^^^^^^^^^ give a path relative to the bundle root that stays inside it

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );

  test('an entry may not lead out of the bundle by a symbolic link', async () => {
    await inBundleFolder({ 'index.ts': 'export const handlers = {};' }, (outside) =>
      inBundleFolder(yaml('./link.ts'), async (root) => {
        await symlink(join(outside, 'index.ts'), join(root, 'link.ts'));
        expect(`\n${formatFindings(await loadBundle(root))}`).toBe(`
goondan.yaml:5:10  E_CONFIG_ENTRY  entry "./link.ts" leads out of the bundle by a symbolic link
    4 | spec:
    5 |   entry: ./link.ts
      |          ^^^^^^^^^ give a path relative to the bundle root that stays inside it

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`);
      }),
    );
  });
});
