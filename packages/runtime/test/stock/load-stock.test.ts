import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'bun:test';
import { GoondanError } from '@goondan/core';
import { loadBundle } from '@goondan/core/bundle';
import { findPackage } from '../../src/stock/find-package.ts';
import { loadStock } from '../../src/stock/load-stock.ts';
import { Resources } from '../../src/swarm/resources.ts';

const tool = (name: string) => `apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: ${name} }
spec:
  entry: ./tool.ts
  exports: [{ name: run }]
`;

/** Writes files into a folder of their own and removes it afterwards. */
async function inFolder<T>(
  files: Readonly<Record<string, string>>,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'goondan-stock-')));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function installed(folder: string, yaml: string, module = 'export const handlers = { run: () => 1 };') {
  const base = `${folder}node_modules/@goondan/base`;
  return { [`${base}/package.json`]: '{}', [`${base}/goondan.yaml`]: yaml, [`${base}/tool.ts`]: module };
}

async function failureOf(from: string): Promise<GoondanError> {
  const thrown: unknown = await loadStock({ from }).catch((error: unknown) => error);
  if (!(thrown instanceof GoondanError)) throw new Error('a GoondanError was expected');
  return thrown;
}

test('the stock is that of the installed @goondan/base, with the root its entries are relative to', async () => {
  const stock = await loadStock();
  expect(stock.warning).toBeUndefined();
  expect(stock.names).toContainEqual({ kind: 'Tool', name: 'calculator' });
  expect(stock.resources.map(({ resource }) => resource.metadata.name)).toEqual(
    stock.names.map(({ name }) => name),
  );
  expect(await Bun.file(join(stock.root ?? '', 'goondan.yaml')).exists()).toBe(true);
});

test('a stock is read once in a process', async () => {
  expect(loadStock()).toBe(loadStock());
  await inFolder(installed('', tool('one')), async (root) => {
    const first = await loadStock({ from: root });
    await writeFile(join(root, 'node_modules/@goondan/base/goondan.yaml'), tool('two'));
    expect(await loadStock({ from: join(root, '.') })).toBe(first);
  });
});

test('the nearest node_modules from the folder upward is taken', async () => {
  const files = {
    ...installed('', tool('outer')),
    ...installed('app/', tool('inner')),
    'other/deep/x.ts': '',
  };
  await inFolder(files, async (root) => {
    const namesFrom = async (folder: string) => (await loadStock({ from: join(root, folder) })).names;
    expect(await namesFrom('app/node_modules/@goondan/runtime/src/stock')).toEqual([
      { kind: 'Tool', name: 'inner' },
    ]);
    expect(await namesFrom('other/deep')).toEqual([{ kind: 'Tool', name: 'outer' }]);
  });
});

test('a package that is a link is found where it really is, so that its own imports are', async () => {
  const files = {
    'packages/base/package.json': '{}',
    'packages/base/goondan.yaml': tool('linked'),
    'packages/base/tool.ts': '',
  };
  await inFolder(files, async (root) => {
    await mkdir(join(root, 'node_modules/@goondan'), { recursive: true });
    await symlink(join(root, 'packages/base'), join(root, 'node_modules/@goondan/base'));
    const stock = await loadStock({ from: join(root, 'packages/runtime') });
    expect(stock.root).toBe(join(root, 'packages/base'));
    expect(stock.names).toEqual([{ kind: 'Tool', name: 'linked' }]);
  });
});

test('without the package the stock is empty and says so', async () => {
  await inFolder(
    { 'app/x.ts': '', 'node_modules/@goondan/base/goondan.yaml': tool('no-package') },
    async (root) => {
      expect(findPackage('@goondan/base', join(root, 'app'))).toBeUndefined();
      const stock = await loadStock({ from: join(root, 'app') });
      expect(stock).toMatchObject({ resources: [], names: [] });
      expect(stock.root).toBeUndefined();
      expect(stock.warning).toContain('@goondan/base is not installed');
    },
  );
});

test('a broken package is an error with the code, the place and the count of its mistakes', async () => {
  const yaml = tool('Bad__Name').replace('entry: ./tool.ts', 'entry: ./absent.ts');
  await inFolder(installed('', yaml), async (root) => {
    const error = await failureOf(root);
    expect(error.code).toStartWith('E_CONFIG_');
    expect(error.message).toContain(join(root, 'node_modules/@goondan/base'));
    expect(error.message).toMatch(/goondan\.yaml:\d+:\d+: .* \(and \d+ more\)$/);
    expect(error.suggestion).toContain('Install @goondan/base again');
  });
});

test('a package without goondan.yaml is E_CONFIG_NOT_FOUND, and is read again once it is mended', async () => {
  await inFolder({ 'node_modules/@goondan/base/package.json': '{}' }, async (root) => {
    expect((await failureOf(root)).code).toBe('E_CONFIG_NOT_FOUND');
    const base = join(root, 'node_modules/@goondan/base');
    await writeFile(join(base, 'tool.ts'), '');
    await writeFile(join(base, 'goondan.yaml'), tool('mended'));
    expect((await loadStock({ from: root })).names).toEqual([{ kind: 'Tool', name: 'mended' }]);
  });
});

test('the list for a quick start says the same as the bundle it was made from', async () => {
  const { bundles } = await loadStock();
  expect(bundles.length).toBeGreaterThan(1);
  for (const { root, resources } of bundles) {
    const listed = resources.map(({ resource }) => resource);
    const bundled = (await loadBundle(root, { checkModules: false })).resources;
    expect(listed.length).toBeGreaterThan(0);
    expect(listed).toEqual(bundled.map(({ resource }) => resource));
  }
});

test('MCP-1: what @goondan/mcp offers is stock where it is installed; what both offer comes from @goondan/base', async () => {
  const files = {
    ...installed('', tool('one')),
    'node_modules/@goondan/mcp/package.json': '{}',
    'node_modules/@goondan/mcp/tool.ts': 'export const handlers = { run: () => 1 };',
    'node_modules/@goondan/mcp/goondan.yaml': `${tool('one')}---\n${tool('two')}`,
  };
  await inFolder(files, async (root) => {
    const { bundles, names } = await loadStock({ from: root });
    expect(bundles.map((bundle) => bundle.root.split('/').at(-1))).toEqual(['base', 'mcp']);
    expect(names.map(({ name }) => name)).toEqual(['one', 'one', 'two']);
    const own = { root, resources: [] };
    expect(new Resources(own, bundles).tool('one').root).toEndWith('base');
    expect(new Resources(own, bundles).tool('two').root).toEndWith('mcp');
  });
});

test('where there is a list, the YAML is not read', async () => {
  const resource = {
    apiVersion: 'goondan.ai/v1',
    kind: 'Tool',
    metadata: { name: 'listed' },
    spec: { entry: './tool.ts', exports: [{ name: 'run' }] },
  };
  const files = {
    ...installed('', 'not: [a bundle'),
    'node_modules/@goondan/base/resources.json': JSON.stringify([resource]),
  };
  await inFolder(files, async (root) => {
    const stock = await loadStock({ from: root });
    const listed: unknown = stock.resources;
    expect(listed).toEqual([{ resource }]);
    expect(stock.names).toEqual([{ kind: 'Tool', name: 'listed' }]);
  });
});

test.each([
  ['cut off', '[{"apiVersion":"goondan.ai/v1","kind":"To'],
  ['not a list', '{"resources":[]}'],
  ['of another version', '[{"apiVersion":"goondan.ai/v2","kind":"Tool","metadata":{"name":"a"},"spec":{}}]'],
  [
    'of another kind',
    '[{"apiVersion":"goondan.ai/v1","kind":"Model","metadata":{"name":"a"},"spec":{"entry":"./a"}}]',
  ],
  [
    'without exports',
    '[{"apiVersion":"goondan.ai/v1","kind":"Tool","metadata":{"name":"a"},"spec":{"entry":"./a"}}]',
  ],
])('a list that is %s is an error that names the file, not another stock', async (_what, json) => {
  const files = { ...installed('', tool('other')), 'node_modules/@goondan/base/resources.json': json };
  await inFolder(files, async (root) => {
    const error = await failureOf(root);
    expect(error.code).toBe('E_CONFIG_DOCUMENT');
    expect(error.message).toContain(join(root, 'node_modules/@goondan/base/resources.json'));
    expect(error.suggestion).toContain('Install @goondan/base again');
  });
});

test('reading the stock imports none of its modules', async () => {
  await inFolder(installed('', tool('loud'), 'throw new Error("imported");'), async (root) => {
    expect((await loadStock({ from: root })).names).toEqual([{ kind: 'Tool', name: 'loud' }]);
  });
});

test('a bundle may name a stock resource it does not have, and is told the nearest one when it misspells it', async () => {
  const bundle = (ref: string) => `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: m }
spec: { provider: scripted, model: m, options: { rules: [{ text: hi }] } }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: a }
spec: { modelConfig: { modelRef: Model/m }, tools: [${ref}] }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: s }
spec: { entryAgent: a, agents: [a] }
`;
  const { names } = await loadStock();
  await inFolder({ 'goondan.yaml': bundle('Tool/calculator') }, async (root) => {
    expect((await loadBundle(root, { stock: names })).findings).toEqual([]);
    expect((await loadBundle(root)).valid).toBe(false);
  });
  await inFolder({ 'goondan.yaml': bundle('Tool/calculater') }, async (root) => {
    const { findings } = await loadBundle(root, { stock: names });
    expect(findings.map(({ code }) => code)).toEqual(['E_CONFIG_REF_NOT_FOUND']);
    expect(findings[0]?.hint).toContain('Tool/calculator (stock)');
  });
});
