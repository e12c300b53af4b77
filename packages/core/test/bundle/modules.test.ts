import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { loadBundle } from '../../src/bundle/index.ts';
import { golden, inBundleFolder } from './bundle-folder.ts';

const tool = (module: string, exports = '[{ name: exec }]'): Record<string, string> => ({
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: bash }
spec:
  entry: ./tools/bash/index.ts
  exports: ${exports}
`,
  'tools/bash/index.ts': module,
});
const extension = (module: string): Record<string, string> => ({
  'goondan.yaml':
    'apiVersion: goondan.ai/v1\nkind: Extension\nmetadata: { name: audit }\nspec:\n  entry: ./audit.ts\n',
  'audit.ts': module,
});

describe('SCH-4, SCH-5: modules of tools', () => {
  golden(
    'a module that throws gives its reason',
    tool('throw new Error("no database");\n'),
    `
goondan.yaml:5:10  E_CONFIG_MODULE  ./tools/bash/index.ts:1:11 cannot be imported: no database
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODULE
`,
  );
  golden(
    'a module that does not parse gives its reason',
    tool('export const handlers = {\n'),
    `
goondan.yaml:5:10  E_CONFIG_MODULE  ./tools/bash/index.ts:1:26 cannot be imported: Expected identifier but found end of file
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODULE
`,
  );
  golden(
    'a module that imports what is not there gives its reason',
    tool('import "./missing.ts";\nexport const handlers = {};\n'),
    `
goondan.yaml:5:10  E_CONFIG_MODULE  ./tools/bash/index.ts cannot be imported: Cannot find module './missing.ts' imported from /bundle/tools/bash/index.ts
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODULE
`,
  );
  golden(
    'a module that imports a package that is not installed says how to get it',
    tool('import "no-such-package";\nexport const handlers = {};\n'),
    `
goondan.yaml:5:10  E_CONFIG_MODULE  ./tools/bash/index.ts cannot be imported: Cannot find package 'no-such-package' imported from /bundle/tools/bash/index.ts
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^ install it: npm install no-such-package

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODULE
`,
  );
  golden(
    'a module without handlers is refused',
    tool('export const handler = () => null;\n'),
    `
goondan.yaml:5:10  E_CONFIG_HANDLER  ./tools/bash/index.ts: the module exports neither \`handlers\` nor a tool made by defineTool
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^ export const handlers = { … }

1 error in goondan.yaml.  More: gdn explain E_CONFIG_HANDLER
`,
  );
  golden(
    'an export without handler names the nearest, and a handler without export is a warning',
    tool('export const handlers = { exek: () => null };\n'),
    `
goondan.yaml:5:10  E_CONFIG_HANDLER_SURPLUS  warning: the module has a handler "exek" that no export names
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^ did you mean it for export exec?
goondan.yaml:6:21  E_CONFIG_HANDLER  the module has no handler for export "exec"
    5 |   entry: ./tools/bash/index.ts
    6 |   exports: [{ name: exec }]
      |                     ^^^^ the module has exek: rename one of the two

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_HANDLER
`,
  );
  golden(
    'an export without handler and nothing near it says what to add',
    tool('export const handlers = { exec: () => null };\n', '[{ name: exec }, { name: spawn }]'),
    `
goondan.yaml:6:37  E_CONFIG_HANDLER  the module has no handler for export "spawn"
    5 |   entry: ./tools/bash/index.ts
    6 |   exports: [{ name: exec }, { name: spawn }]
      |                                     ^^^^^ add handlers["spawn"] to the module

1 error in goondan.yaml.  More: gdn explain E_CONFIG_HANDLER
`,
  );
  golden(
    'a handler that is no function is refused',
    tool('export const handlers = { exec: 5 };\n'),
    `
goondan.yaml:6:21  E_CONFIG_HANDLER  the handler of export "exec" is not a function
    5 |   entry: ./tools/bash/index.ts
    6 |   exports: [{ name: exec }]
      |                     ^^^^ make handlers["exec"] a function

1 error in goondan.yaml.  More: gdn explain E_CONFIG_HANDLER
`,
  );
  golden(
    'a handler too many is a warning only',
    tool('export const handlers = { exec: () => null, archive: () => null };\n'),
    `
goondan.yaml:5:10  E_CONFIG_HANDLER_SURPLUS  warning: the module has a handler "archive" that no export names
    4 | spec:
    5 |   entry: ./tools/bash/index.ts
      |          ^^^^^^^^^^^^^^^^^^^^^ add an export for it, or remove it

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_HANDLER_SURPLUS
`,
  );
});

describe('modules of extensions', () => {
  golden(
    'an extension must export register',
    extension('export default function () {}\n'),
    `
goondan.yaml:5:10  E_CONFIG_EXTENSION_REGISTER  ./audit.ts exports no register function
    4 | spec:
    5 |   entry: ./audit.ts
      |          ^^^^^^^^^^ export function register(api, config) { … }

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EXTENSION_REGISTER
`,
  );
  golden(
    'register must be a function',
    extension('export const register = {};\n'),
    `
goondan.yaml:5:10  E_CONFIG_EXTENSION_REGISTER  ./audit.ts exports a register that is not a function
    4 | spec:
    5 |   entry: ./audit.ts
      |          ^^^^^^^^^^ export function register(api, config) { … }

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EXTENSION_REGISTER
`,
  );
  golden(
    'an extension that cannot be imported gives its reason',
    extension('throw new TypeError("broken");\n'),
    `
goondan.yaml:5:10  E_CONFIG_MODULE  ./audit.ts:1:11 cannot be imported: broken
    4 | spec:
    5 |   entry: ./audit.ts
      |          ^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODULE
`,
  );
  golden(
    'an extension needs an entry that exists',
    {
      ...extension(''),
      'audit.ts': '',
      'goondan.yaml':
        'apiVersion: goondan.ai/v1\nkind: Extension\nmetadata: { name: audit }\nspec: { entry: ./adit.ts }\n',
    },
    `
goondan.yaml:4:16  E_CONFIG_ENTRY  entry "./adit.ts" does not exist
    3 | metadata: { name: audit }
    4 | spec: { entry: ./adit.ts }
      |                ^^^^^^^^^ did you mean ./audit.ts?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENTRY
`,
  );

  test('with checkModules off no code of the bundle runs', async () => {
    await inBundleFolder(tool('throw new Error("ran");\n'), async (root) => {
      expect((await loadBundle(root, { checkModules: false })).findings).toEqual([]);
    });
  });

  test('modules are asked for all at once, elsewhere where that is wanted; without modules nobody is asked', async () => {
    const asked: (readonly string[])[] = [];
    const inspectModules = async (files: readonly string[]) => {
      asked.push(files);
      return new Map(files.map((file) => [file, { status: 'failed', message: 'it never loads' } as const]));
    };
    const both = {
      ...tool('throw new Error("ran here");\n'),
      ...extension('throw new Error("ran here");\n'),
      'goondan.yaml': [tool('')['goondan.yaml'], extension('')['goondan.yaml']].join('---\n'),
    };
    await inBundleFolder(both, async (root) => {
      const { findings } = await loadBundle(root, { env: {}, inspectModules });
      expect(asked).toEqual([[join(root, 'tools/bash/index.ts'), join(root, 'audit.ts')]]);
      expect(findings.map(({ code, message }) => [code, message])).toEqual([
        ['E_CONFIG_MODULE', './tools/bash/index.ts cannot be imported: it never loads'],
        ['E_CONFIG_MODULE', './audit.ts cannot be imported: it never loads'],
      ]);
      expect((await loadBundle(root, { env: {}, inspectModules, checkModules: false })).findings).toEqual([]);
    });
    await inBundleFolder(
      'apiVersion: goondan.ai/v1\nkind: Model\nmetadata: { name: m }\nspec: { provider: scripted, model: m }\n',
      async (root) => void (await loadBundle(root, { env: {}, inspectModules })),
    );
    expect(asked).toHaveLength(1);
  });
});
