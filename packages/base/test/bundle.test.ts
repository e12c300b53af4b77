import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { loadBundle } from '@goondan/core/bundle';
import { loadStockTools, stockRoot } from './stock-tools.ts';

const bundle = await loadBundle(stockRoot);
const tools = bundle.resources.flatMap(({ resource }) => (resource.kind === 'Tool' ? [resource] : []));

test('SCH-5: the stock bundle is valid, with no warning, modules included', () => {
  expect(bundle.findings).toEqual([]);
  expect(tools.map(({ metadata }) => metadata.name)).toContain('calculator');
});

test('every folder of tools/ is a tool of the bundle, and every tool has its folder', async () => {
  const entries = await readdir(join(stockRoot, 'tools'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(tools.map(({ metadata }) => metadata.name).toSorted()).toEqual(folders.toSorted());
  for (const { metadata, spec } of tools) expect(spec.entry).toBe(`./tools/${metadata.name}/index.ts`);
});

test('what a stock tool shows a model is complete: descriptions of the export and of each parameter', async () => {
  expect((await loadStockTools()).items().length).toBeGreaterThan(0);
  for (const { metadata, spec } of tools) {
    for (const { name, description, parameters, output } of spec.exports) {
      const what = `${metadata.name}__${name}`;
      expect(description, what).toBeString();
      expect(parameters, what).toMatchObject({ type: 'object', additionalProperties: false });
      expect(output, what).toBeDefined();
      for (const property of Object.values(parameters?.['properties'] ?? {})) {
        expect(property, what).toHaveProperty('description');
      }
    }
  }
});

test('modules of the stock bundle import nothing of ours but the public names of @goondan/core', async () => {
  const glob = new Bun.Glob('{tools,extensions}/**/*.ts');
  let seen = 0;
  for await (const path of glob.scan(stockRoot)) {
    const source = await Bun.file(join(stockRoot, path)).text();
    for (const [, name = ''] of source.matchAll(/from '([^']+)'/g)) {
      seen += 1;
      expect(name, path).not.toMatch(/^\.\.\/\.\.\/(\.\.\/|tools\/|test\/)/);
      if (name.startsWith('@goondan/'))
        expect(['@goondan/core', '@goondan/core/basics', '@goondan/core/tool']).toContain(name);
    }
  }
  expect(seen).toBeGreaterThan(10);
});
