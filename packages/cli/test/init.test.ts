import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { ToolLoader, toolResourceOf } from '@goondan/core';
import { loadBundle } from '@goondan/core/bundle';
import { z } from 'zod';
import { templateNames, templates } from '../src/init/templates.ts';
import type { Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';

const packageRoot = join(import.meta.dir, '..');

describe('gdn init', () => {
  test.each(templateNames)(
    '%s: init, validate and run, with nothing installed and nothing asked',
    async (name) => {
      await inPlace({}, async (place) => {
        const made = await gdn(place, ['init', 'new', '--template', name], { way: 'launcher' });
        expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
        const inside: Place = { ...place, bundle: join(place.bundle, 'new') };
        const validated = await gdn(inside, ['validate', '--json'], { way: 'launcher' });
        expect(JSON.parse(validated.stdout)).toEqual({ valid: true, errors: [], warnings: [] });
        const { firstInput } = templates[name];
        expect(made.stdout).toContain(`gdn run --input '${firstInput}'`);
        const run = await gdn(inside, ['run', '--input', firstInput, '--json'], { way: 'launcher' });
        expect(run.code).toBe(0);
        expect(JSON.parse(run.stdout)).toMatchObject({ status: 'completed', toolCalls: [{ status: 'ok' }] });
        expect(await readdir(inside.bundle)).not.toContain('node_modules');
      });
    },
  );

  test('without a folder the current one is taken, if it is empty but for .git', async () => {
    await inPlace({}, async (place) => {
      await mkdir(join(place.bundle, '.git'));
      const { code, stdout } = await gdn(place, ['init', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({
        folder: place.bundle,
        template: 'default',
        files: ['goondan.yaml', 'tools/notes/index.ts', '.goondan/schema.json'],
        next: ['gdn validate', "gdn run --input 'what is 2+3*4?'"],
      });
    });
  });

  test('a folder with something in it is left alone: exit 2 with what to do', async () => {
    await inPlace({ 'mine.txt': 'precious' }, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['init']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('is not empty (mine.txt); nothing was written');
      expect(stderr).toContain('gdn init my-swarm');
      expect(await readdir(place.bundle)).toEqual(['mine.txt']);
      expect((await gdn(place, ['init', 'mine.txt'])).stderr).toContain('is a file');
      expect((await gdn(place, ['init', 'a', '-C', 'b'])).code).toBe(2);
    });
  });

  test('an unknown template is a usage error that names those there are', async () => {
    await inPlace({}, async (place) => {
      const { code, stderr } = await gdn(place, ['init', 'new', '--template', 'defualt']);
      expect(code).toBe(2);
      expect(stderr).toContain('default, multi-agent, mcp, tool-package');
    });
  });

  test('every document names the schema, which lies in the bundle', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init']);
      const text = await readFile(join(place.bundle, 'goondan.yaml'), 'utf8');
      for (const document of text.split(/^---$/m))
        expect(document.trimStart()).toStartWith('# yaml-language-server: $schema=.goondan/schema.json\n');
      const schema = z.looseObject({ title: z.string() });
      const written: unknown = JSON.parse(await readFile(join(place.bundle, '.goondan/schema.json'), 'utf8'));
      expect(schema.parse(written).title).toBe('Goondan resource');
      expect(JSON.parse((await gdn(place, ['schema', '--json'])).stdout)).toEqual(written);
    });
  });

  test('tool-package: its document is what is written from its module, its test passes, its name is the folder', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init', 'My Tools', '--template', 'tool-package']);
      const folder = join(place.bundle, 'My Tools');
      const entry = './tools/greeting/index.ts';
      const tools = await new ToolLoader({ bundleRoot: folder }).loadModule(entry);
      const bundle = await loadBundle(folder);
      expect(bundle.resources[0]?.resource).toEqual(toolResourceOf(entry, tools));
      expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
        name: 'my-tools',
      });
      // What npm install would bring.
      await mkdir(join(folder, 'node_modules/@goondan'), { recursive: true });
      await symlink(join(packageRoot, '../core'), join(folder, 'node_modules/@goondan/core'));
      const child = Bun.spawn([process.execPath, '--no-install', 'test'], {
        cwd: folder,
        env: place.env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const said = await child.stderr.text();
      expect({ code: await child.exited, said }).toMatchObject({ code: 0 });
      expect(said).toContain('2 pass');
    });
  });
});

describe('gdn tool new', () => {
  test('adds a module and its document, and leaves what stood there as it was', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init']);
      const file = join(place.bundle, 'goondan.yaml');
      const before = await readFile(file, 'utf8');
      const { code, stdout } = await gdn(place, ['tool', 'new', 'weather__next-week', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        resource: 'weather',
        tools: ['weather__next-week'],
        files: ['tools/weather/index.ts', 'goondan.yaml'],
      });
      const after = await readFile(file, 'utf8');
      expect(after.startsWith(before)).toBe(true);
      expect(after.slice(before.length)).toStartWith('---\n# yaml-language-server: ');
      expect((await gdn(place, ['validate'])).code).toBe(0);
      await writeFile(file, after.replace('- ref: Tool/notes', '- ref: Tool/notes\n    - ref: Tool/weather'));
      const called = await gdn(place, ['tool', 'call', 'weather__next-week', '--arg', 'text=sun', '--json']);
      expect(JSON.parse(called.stdout)).toMatchObject({ status: 'ok', output: { text: 'sun' } });
    });
  });

  test('overwrites nothing', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init']);
      const file = join(place.bundle, 'goondan.yaml');
      const before = await readFile(file, 'utf8');
      const taken = await gdn(place, ['tool', 'new', 'notes']);
      expect({ code: taken.code, stdout: taken.stdout }).toEqual({ code: 2, stdout: '' });
      expect(taken.stderr).toContain('tools/notes/index.ts exists; nothing was written');
      const declared = await gdn(place, ['tool', 'new', '--from', 'tools/notes/index.ts']);
      expect(declared.code).toBe(3);
      expect(await readFile(file, 'utf8')).toBe(before);
    });
  });

  test('--from writes the document of a module that is there, once', async () => {
    const module = await readFile(
      join(packageRoot, 'templates/tool-package/tools/greeting/index.ts'),
      'utf8',
    );
    const files = { 'goondan.yaml': '# mine, with no line end\r\n# and another', 'greet.ts': module };
    await inPlace(files, async (place) => {
      expect((await gdn(place, ['tool', 'new', '--from', 'greet.ts'])).code).toBe(0);
      const text = await readFile(join(place.bundle, 'goondan.yaml'), 'utf8');
      expect(text).toStartWith(
        '# mine, with no line end\r\n# and another\r\n---\r\napiVersion: goondan.ai/v1\r\n',
      );
      const { resources } = await loadBundle(place.bundle);
      expect(resources[0]?.resource).toMatchObject({
        spec: { entry: './greet.ts', exports: [{ name: 'hello' }] },
      });
      const twice = await gdn(place, ['tool', 'new', '--from', 'greet.ts']);
      expect(twice.code).toBe(2);
      expect(twice.stderr).toContain('goondan.yaml has a Tool/greeting; nothing was written');
    });
  });

  test.each(['Weather__Next', 'a__b__c', 'has blank', '__x', 'x'.repeat(70)])(
    'a name that cannot be, %j, is a usage error',
    async (name) => {
      await inPlace({ 'goondan.yaml': '' }, async (place) => {
        expect((await gdn(place, ['tool', 'new', name])).code).toBe(2);
        expect(await readdir(place.bundle)).toEqual(['goondan.yaml']);
      });
    },
  );

  test('without a bundle it says how to make one: exit 3', async () => {
    await inPlace({}, async (place) => {
      const { code, stderr } = await gdn(place, ['tool', 'new', 'weather']);
      expect(code).toBe(3);
      expect(stderr).toContain('gdn init');
    });
  });
});

describe('gdn tool describe', () => {
  test('says what a tool takes and gives, where it is from and how it is called; the line it prints works', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init', '--template', 'tool-package']);
      const { code, stdout } = await gdn(place, ['tool', 'describe', 'greeting__hello']);
      expect(code).toBe(0);
      expect(stdout).toContain('Greet somebody, in the language you choose');
      expect(stdout).toContain('{"name": string, "language"?: "en" | "ko"}');
      expect(stdout).toContain('Who is greeted');
      expect(stdout).toContain('annotations  readOnly');
      expect(stdout).toMatch(/source +Tool\/greeting, .*goondan\.yaml:\d+/);
      const [, line = ''] = /^ {2}gdn (tool call .*)$/m.exec(stdout) ?? [];
      const called = await gdn(place, [...line.split(' '), '--json']);
      expect(JSON.parse(called.stdout)).toMatchObject({ output: { text: 'Hello, Ada!' } });
    });
  });

  test('a stock tool is described also where no agent has it, and outside a bundle', async () => {
    await inPlace({}, async (place) => {
      const outside = await gdn(place, ['tool', 'describe', 'agents__request', '--json']);
      expect(JSON.parse(outside.stdout)).toMatchObject({
        isInCatalog: true,
        annotations: { orchestrates: true },
      });
      await gdn(place, ['init']);
      const inside = await gdn(place, ['tool', 'describe', 'agents__request', '--json']);
      expect(JSON.parse(inside.stdout)).toMatchObject({ isInCatalog: false });
    });
  });
});
