import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { inFolder, runScript } from '../tool/loader-support.ts';

const root = join(import.meta.dir, '../..');
const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
const manifest = manifestSchema.parse(await Bun.file(join(root, 'package.json')).json());

/** The packages a fresh process has loaded after a script, by name. */
async function packagesLoadedBy(script: string): Promise<{ packages: string[]; own: number }> {
  return inFolder({}, async (cwd) => {
    const body = `${script}\nconsole.log(JSON.stringify(Object.keys(require.cache)));`;
    const { stdout, stderr } = await runScript(body, { cwd });
    expect(stderr).toBe('');
    const files = z.array(z.string()).parse(JSON.parse(stdout));
    const packages = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    return {
      packages: [...new Set(packages)].sort(),
      own: files.filter((file) => file.startsWith(join(root, 'src'))).length,
    };
  });
}

test.each([['.'], ['./tool']])(
  'importing @goondan/core at %p loads no package at all: no zod, ajv, yaml or AI SDK',
  async (entry) => {
    const file = join(root, manifest.exports[entry] ?? '');
    const { packages, own } = await packagesLoadedBy(`await import(${JSON.stringify(file)});`);
    expect(packages).toEqual([]);
    expect(own).toBeGreaterThan(10);
  },
  60_000,
);

test('a tool without a schema is registered and called with no package loaded; the first schema brings ajv alone', async () => {
  const script = (parameters: string) => `
    import { ToolExecutor, ToolRegistry } from ${JSON.stringify(join(root, 'src/tool/index.ts'))};
    const registry = new ToolRegistry();
    registry.register({ name: 'a__b', handler: () => 1, ...${parameters} });
    const message = { id: 'm', data: { role: 'assistant', content: '' }, metadata: {}, createdAt: new Date(), source: { type: 'system' } };
    const scope = { agentName: 'a', instanceKey: 'i', turnId: 't', message, workdir: '.', logger: console };
    const result = await new ToolExecutor(registry).execute({ id: '1', name: 'a__b', args: {} }, scope);
    if (result.status !== 'ok') throw new Error(JSON.stringify(result));`;
  expect((await packagesLoadedBy(script('{}'))).packages).toEqual([]);
  const { packages } = await packagesLoadedBy(script(`{ parameters: { type: 'object' } }`));
  expect(packages).toContain('ajv');
  for (const other of ['zod', 'yaml', '@ai-sdk/provider-utils']) expect(packages).not.toContain(other);
}, 60_000);

test('the package has at most four direct runtime dependencies, pinned to exact versions', () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(4);
  expect(manifest.peerDependencies ?? {}).toEqual({});
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('every package the sources import is a declared dependency, Bun’s own or Node’s', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const imported = new Set<string>();
  for (const file of files) {
    const text = await Bun.file(join(root, 'src', file)).text();
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'([^'.\n][^'\n]*)'/g)) {
      imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
    }
  }
  const allowed = [...Object.keys(manifest.dependencies), 'bun'];
  const foreign = [...imported].filter((name) => !name.startsWith('node:') && !allowed.includes(name));
  expect([...imported]).toContain('zod');
  expect(foreign).toEqual([]);
});

test('nothing happens at import: a process that only imports the package ends at once, with nothing said', async () => {
  await inFolder({}, async (cwd) => {
    const run = await runScript(`import ${JSON.stringify(join(root, 'src/index.ts'))};`, { cwd });
    expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
}, 60_000);
