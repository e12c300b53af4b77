import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import manifest from '../package.json' with { type: 'json' };
import { inPlace } from './gdn.ts';

const repository = join(import.meta.dir, '../../..');

describe('the package as npm packs it', () => {
  test('brings its documents and templates: init, validate, run and docs work where only it and what it depends on is installed', async () => {
    await inPlace({}, async ({ root, env }) => {
      // A copy: packing puts the documents into the folder for a moment.
      const source = join(root, 'repository/packages/cli');
      await cp(join(repository, 'packages/cli'), source, {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
      await cp(join(repository, 'docs'), join(root, 'repository/docs'), { recursive: true });
      const run = async (cwd: string, ...command: string[]): Promise<string> => {
        const child = Bun.spawn(command, { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
        const [stdout, stderr, code] = await Promise.all([
          child.stdout.text(),
          child.stderr.text(),
          child.exited,
        ]);
        expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
        return stdout;
      };
      await run(source, 'npm', 'pack', '--offline', '--pack-destination', root);
      expect(await readdir(source)).not.toContain('docs');
      const [tarball = ''] = (await readdir(root)).filter((name) => name.endsWith('.tgz'));
      const modules = join(root, 'project/node_modules');
      const installed = join(modules, '@goondan/cli');
      await mkdir(installed, { recursive: true });
      await run(root, 'tar', 'xzf', tarball, '-C', installed, '--strip-components=1');
      expect((await readdir(installed)).toSorted()).toEqual([
        'README.md',
        'bin',
        'docs',
        'package.json',
        'src',
        'templates',
      ]);
      for (const name of Object.keys(manifest.dependencies))
        await symlink(join(repository, 'node_modules', name), join(modules, name));
      await mkdir(join(modules, '.bin'));
      await symlink('../@goondan/cli/bin/gdn', join(modules, '.bin/gdn'));

      const gdn = join(modules, '.bin/gdn');
      const project = join(root, 'project');
      expect(await run(project, gdn, 'docs', 'show', 'first-tool')).toStartWith('# Your first tool\n');
      await run(project, gdn, 'init', 'made');
      expect(await run(join(project, 'made'), gdn, 'validate')).toContain('is valid');
      expect(await run(join(project, 'made'), gdn, 'run', '--input', 'what is 2+3*4?')).toContain(
        'It is 14.',
      );
      // Called by a link from elsewhere, as a global install is.
      await mkdir(join(root, 'bin'));
      await symlink(join(installed, 'bin/gdn'), join(root, 'bin/gdn'));
      expect(await run(root, join(root, 'bin/gdn'), '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    });
  });
});
