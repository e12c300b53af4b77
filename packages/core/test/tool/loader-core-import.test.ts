import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { inFolder, inLab, labResource, runScript, coreSource, type Files } from './loader-support.ts';

const module = `
import { defineTool, GoondanError, parseToolName, pending } from '@goondan/core';
import * as basics from '@goondan/core/basics';
import * as tool from '@goondan/core/tool';
export const handlers = {
  same: () => [tool, basics].every((part) => pending === part.pending && defineTool === part.defineTool) && parseToolName('a__b') !== null,
  hold: () => pending('job-77'),
  refuse: () => { throw new GoondanError('E_TOOL_INVALID_ARGS', 'not like this', { suggestion: 'another way' }); },
};
export const made = defineTool({ name: 'lab__made', handler: () => 'made' });`;

test.each(['inline', 'worker'] as const)(
  'SCH-4: a bundle with nothing installed gets the copy that runs it, %s: pending, GoondanError and defineTool are known',
  async (isolation) => {
    await inLab(module, labResource(['same', 'hold', 'refuse', 'made'], { isolation }), async (lab) => {
      expect((await lab.call('lab__same')).output).toBe(true);
      expect(await lab.call('lab__hold')).toMatchObject({ status: 'pending', handle: 'job-77' });
      expect((await lab.call('lab__refuse')).error).toMatchObject({
        code: 'E_TOOL_INVALID_ARGS',
        message: 'not like this',
        suggestion: 'another way',
      });
      expect((await lab.call('lab__made')).output).toBe('made');
    });
  },
);

const prelude = `
  import * as core from '${coreSource}/index.ts';
  const { ToolLoader, labels } = { labels: 0, ...core };
  const resource = (names, isolation) => ({ apiVersion: 'goondan.ai/v1', kind: 'Tool', metadata: { name: 'lab' },
    spec: { entry: './lab.ts', isolation, exports: names.map((name) => ({ name })) } });
  const message = { id: 'm', data: { role: 'assistant', content: '' }, metadata: {}, createdAt: new Date(), source: { type: 'system' } };
  const scope = { agentName: 'a', instanceKey: 'i', turnId: 't', message, workdir: '.', logger: console };
  let id = 0;
  async function outputs(bundleRoot, names, isolation = 'inline') {
    const registry = new core.ToolRegistry();
    for (const tool of await new ToolLoader({ bundleRoot }).load(resource(names, isolation))) registry.register(tool);
    const executor = new core.ToolExecutor(registry);
    const results = await Promise.all(names.map((name) => executor.execute({ id: String(id += 1), name: 'lab__' + name, args: {} }, scope)));
    return results.map((result) => result.output ?? result.handle ?? result.error.message);
  }
  const print = (value) => console.log(JSON.stringify(value));`;

const ownCopy: Files = {
  'bundle/lab.ts': `
    import { whoAmI } from '@goondan/core';
    import { whoAmI as again } from '@goondan/core/tool';
    export const handlers = { who: () => whoAmI + ' ' + again };`,
  'bundle/node_modules/@goondan/core/package.json': JSON.stringify({
    name: '@goondan/core',
    version: '9.9.9',
    type: 'module',
    exports: { '.': './index.js', './tool': './index.js' },
  }),
  'bundle/node_modules/@goondan/core/index.js': `export const whoAmI = 'own copy';`,
};

test.each(['inline', 'worker'])(
  'SCH-4: a bundle with a copy of its own keeps it, %s',
  async (isolation) => {
    await inFolder(ownCopy, async (root) => {
      const script = `${prelude} print(await outputs('${root}/bundle', ['who'], '${isolation}'));`;
      const run = await runScript(script, { cwd: root });
      expect(run).toEqual({ exitCode: 0, stdout: '["own copy own copy"]\n', stderr: '' });
    });
  },
  60_000,
);

test('SCH-4: a bundle with a copy of its own keeps it when one without is loaded after it', async () => {
  await inFolder({ ...ownCopy, 'bare/lab.ts': module }, async (root) => {
    const script = `${prelude}
      const own = await outputs('${root}/bundle', ['who']);
      const bare = await outputs('${root}/bare', ['same', 'hold']);
      print([own, bare, await outputs('${root}/bundle', ['who'])]);`;
    const run = await runScript(script, { cwd: root });
    expect(run.stdout).toBe('[["own copy own copy"],[true,"job-77"],["own copy own copy"]]\n');
  });
}, 60_000);

test('SCH-4: tools made by the defineTool of a bundle’s own copy of this package are known', async () => {
  await inFolder({ 'bundle/lab.ts': module }, async (root) => {
    const copy = join(root, 'bundle/node_modules/@goondan/core');
    await mkdir(copy, { recursive: true });
    await cp(coreSource, join(copy, 'src'), { recursive: true });
    await cp(join(coreSource, '../package.json'), join(copy, 'package.json'));
    const script = `${prelude}
      const own = await import('${copy}/src/index.ts');
      const tools = await new ToolLoader({ bundleRoot: '${root}/bundle' }).loadModule('./lab.ts');
      print([own.defineTool === core.defineTool, tools.map((tool) => tool.name), await outputs('${root}/bundle', ['made', 'refuse'])]);`;
    const run = await runScript(script, { cwd: root });
    expect(run.stderr).toBe('');
    expect(run.stdout).toBe('[false,["lab__made"],["made","not like this"]]\n');
  });
}, 60_000);

test('SCH-4: where Bun would install missing packages by itself, nothing is asked of a registry', async () => {
  const asked: string[] = [];
  const registry = Bun.serve({
    port: 0,
    fetch: (request) => {
      asked.push(new URL(request.url).pathname);
      return new Response('not here', { status: 404 });
    },
  });
  try {
    await inFolder({ 'bundle/lab.ts': module }, async (root) => {
      const script = `${prelude} print(await outputs('${root}/bundle', ['same', 'hold']));`;
      const env = { BUN_CONFIG_REGISTRY: registry.url.href, BUN_INSTALL_CACHE_DIR: join(root, 'cache') };
      const run = await runScript(script, { cwd: root, flags: ['--install=auto'], env });
      expect(run.stdout).toBe('[true,"job-77"]\n');
      expect(asked).toEqual([]);
    });
  } finally {
    await registry.stop(true);
  }
}, 60_000);
