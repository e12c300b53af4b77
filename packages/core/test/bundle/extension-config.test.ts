import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { golden, inBundleFolder, loadFiles } from './bundle-folder.ts';
import { loadBundle } from '../../src/bundle/index.ts';

const module = `import { defineExtension } from '@goondan/core';
export const pacer = defineExtension({
  name: 'pacer',
  description: 'Paces.',
  config: {
    type: 'object',
    properties: {
      pace: { type: 'string', enum: ['slow', 'fast'] },
      limits: { type: 'array', items: { type: 'object', properties: { calls: { type: 'integer' } }, required: ['calls'] } },
    },
    required: ['pace'],
    additionalProperties: false,
  },
  register() {},
});
`;

const model = `apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: s }
spec: { entryAgent: a, agents: [a] }
---
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: m }
spec: { provider: scripted, model: m, options: { rules: [{ text: hi }] } }
---
`;
const extension = (config: string): string => `apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: pacer }
spec:
  entry: ./pacer.ts
${config}---
`;
const agent = (refs: string): string => `apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: a }
spec:
  modelConfig: { modelRef: Model/m }
  extensions:
${refs}`;
const files = (config: string, refs: string): Record<string, string> => ({
  'goondan.yaml': `${model}${extension(config)}${agent(refs)}`,
  'pacer.ts': module,
});

describe('the config of an extension that declares what it takes', () => {
  golden(
    'is checked in the resource: unknown, wrong and nested settings each at their place',
    files(
      '  config:\n    pace: fats\n    limit: 3\n    limits: [{ calls: 1 }, { calls: many }]\n',
      '    - Extension/pacer\n',
    ),
    `
goondan.yaml:17:11  E_CONFIG_EXTENSION_CONFIG  Extension/pacer: config.pace must be one of "slow", "fast", got "fats" (did you mean "fast"?)
   16 |   config:
   17 |     pace: fats
      |           ^^^^
goondan.yaml:18:12  E_CONFIG_EXTENSION_CONFIG  Extension/pacer: config.limit is not allowed (did you mean "limits"?)
   17 |     pace: fats
   18 |     limit: 3
      |            ^
goondan.yaml:19:37  E_CONFIG_EXTENSION_CONFIG  Extension/pacer: config.limits[1].calls must be integer, got string "many"
   18 |     limit: 3
   19 |     limits: [{ calls: 1 }, { calls: many }]
      |                                     ^^^^

3 errors in goondan.yaml.  More: gdn explain E_CONFIG_EXTENSION_CONFIG
`,
  );
  golden(
    'is checked in every ref, laid over that of the resource',
    files(
      '  config: { limits: [], pace: fast }\n',
      '    - { ref: Extension/pacer, config: { pace: slwo } }\n',
    ),
    `
goondan.yaml:24:47  E_CONFIG_EXTENSION_CONFIG  Extension/pacer: config.pace must be one of "slow", "fast", got "slwo" (did you mean "slow"?)
   23 |   extensions:
   24 |     - { ref: Extension/pacer, config: { pace: slwo } }
      |                                               ^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EXTENSION_CONFIG
`,
  );
  golden(
    'what neither of the two gives is missed where the agent uses the extension',
    files('  config: { limits: [] }\n', '    - ref: Extension/pacer\n      config: {}\n'),
    `
goondan.yaml:25:7  E_CONFIG_EXTENSION_CONFIG  Extension/pacer: config.pace is required
   24 |     - ref: Extension/pacer
   25 |       config: {}
      |       ^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EXTENSION_CONFIG
`,
  );

  test('that fits, in the resource or together with the ref, is no finding', async () => {
    for (const [config, refs] of [
      ['  config: { pace: slow }\n', '    - Extension/pacer\n'],
      ['', '    - { ref: Extension/pacer, config: { pace: fast } }\n'],
      [
        '  config: { limits: [{ calls: 1 }] }\n',
        '    - { kind: Extension, name: pacer, config: { pace: fast } }\n',
      ],
    ] as const)
      expect((await loadFiles(files(config, refs))).findings).toEqual([]);
  });

  test('of an extension that only exports register, anything goes', async () => {
    const loose = {
      ...files('  config: { any: thing }\n', '    - Extension/pacer\n'),
      'pacer.ts': 'export function register() {}\n',
    };
    expect((await loadFiles(loose)).findings).toEqual([]);
  });

  test('a stock extension is checked by its own module, unless the bundle has one of that name', async () => {
    await inBundleFolder({ 'pacer.ts': module }, async (stockRoot) => {
      const stock = [{ kind: 'Extension', name: 'pacer', entry: join(stockRoot, 'pacer.ts') }];
      const refs = '    - { ref: Extension/pacer, config: { pace: slwo } }\n';
      const text = `${model}${agent(refs)}`;
      const findings = await inBundleFolder(
        text,
        async (root) => (await loadBundle(root, { stock })).findings,
      );
      expect(findings).toMatchObject([{ code: 'E_CONFIG_EXTENSION_CONFIG', line: 17, column: 47 }]);
      const own = { ...files('', refs), 'pacer.ts': 'export function register() {}\n' };
      expect((await loadFiles(own, { stock })).findings).toEqual([]);
      expect((await loadFiles(text, { stock, checkModules: false })).findings).toEqual([]);
    });
  });

  test('a module that cannot be imported is one finding, not two', async () => {
    const broken = {
      ...files('  config: { pace: 7 }\n', '    - Extension/pacer\n'),
      'pacer.ts': 'throw new Error("no")\n',
    };
    expect((await loadFiles(broken)).findings).toMatchObject([{ code: 'E_CONFIG_MODULE' }]);
  });
});
