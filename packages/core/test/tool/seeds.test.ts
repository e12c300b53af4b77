import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { parse } from 'yaml';
import { toolResourceSchema } from '../../src/resource/tool-resource.ts';
import { ToolLoader } from '../../src/tool/index.ts';
import { inFolder, labOf, type Files, type Lab } from './loader-support.ts';
import { typeCheck, typeCheckConfigs } from './define-tool-compiler.ts';

const seeds = join(import.meta.dir, '../fixtures/seeds');

async function seed(name: string): Promise<string> {
  return Bun.file(join(seeds, name)).text();
}

/** A bundle as S0 prints it: the module where `spec.entry` says, with nothing installed beside it. */
async function inSeedBundle(name: string, use: (lab: Lab, root: string) => Promise<void>): Promise<void> {
  const files: Files = { [`tools/${name}/index.ts`]: await seed(`${name}.ts`) };
  await inFolder(files, async (root) => {
    const resource = toolResourceSchema.parse(parse(await seed(`${name}.yaml`)));
    const lab = labOf(await new ToolLoader({ bundleRoot: root }).load(resource));
    await mkdir(join(root, 'workdir'));
    await use(lab, join(root, 'workdir'));
  });
}

test.each(typeCheckConfigs)(
  'S0 §7.2, §14.1, §8.4: the printed modules type-check as they stand (%s)',
  async (_title, options) => {
    const files: Files = {
      'bash.ts': await seed('bash.ts'),
      'file-system.ts': await seed('file-system.ts'),
      'tool-call-timing.ts': await seed('tool-call-timing.ts'),
    };
    expect(await typeCheck(files, options)).toBe('');
  },
  60_000,
);

test('S0 §12.2: the printed weather extension type-checks where fetch has the types of lib.dom', async () => {
  const files: Files = { 'weather.ts': await seed('weather.txt') };
  expect(await typeCheck(files, { lib: ['esnext', 'dom'] })).toBe('');
  expect(await typeCheck(files, { lib: ['esnext', 'dom'], exactOptionalPropertyTypes: true })).toBe('');
}, 60_000);

test.each([
  ['bash.ts', '0f5d1d956eb254b2750c462bfd94d8b7f5d716e1ed73a127c539837d9a12fa03'],
  ['bash.yaml', '6257a11cfeff0dc271a874bb58bc10439218fef473ee54431181dd94f6816b5a'],
  ['file-system.ts', '6a43db2660f2bf5964b90f8d357cbb690102cf58b2d4298a797dd9abb2ea3164'],
  ['file-system.yaml', '3194586215cc72c65a4174cb7b78e7a8933a905ed551c4d9f72f1f6119489fb3'],
  ['tool-call-timing.ts', '6b936ff45653b9602985c8481dfb7cd2580ad4d2ecb7e7d0ffc8950a3c2293f1'],
  ['weather.txt', '35333296cbecd1647babbd8abf56045c753e627573ff3c6107cca850aa7b4350'],
])(
  'S0: %s is as the seed prints it, byte for byte (extensions with the missing import line added)',
  async (name, digest) => {
    expect(new Bun.CryptoHasher('sha256').update(await seed(name)).digest('hex')).toBe(digest);
  },
);

test('S0 §7.2: bash__exec runs a command in ctx.workdir and gives stdout back, Korean included', async () => {
  await inSeedBundle('bash', async (lab, workdir) => {
    const hello = await lab.call('bash__exec', {
      args: { command: 'echo 안녕하세요, 군단' },
      scope: { workdir },
    });
    expect(hello).toMatchObject({ status: 'ok', output: { stdout: '안녕하세요, 군단\n' } });
    const where = await lab.call('bash__exec', { args: { command: 'pwd -P' }, scope: { workdir } });
    expect(where).toMatchObject({ status: 'ok', output: { stdout: `${workdir}\n` } });
  });
});

test('S0 §7.2: bash__script runs a file of the workdir', async () => {
  await inSeedBundle('bash', async (lab, workdir) => {
    await writeFile(join(workdir, '인사.sh'), 'printf "%s" "스크립트"');
    const result = await lab.call('bash__script', { args: { path: '인사.sh' }, scope: { workdir } });
    expect(result).toMatchObject({ status: 'ok', output: { stdout: '스크립트' } });
  });
});

test('S0 §7.2: bash__exec without a command is E_TOOL_INVALID_ARGS naming it, and nothing ran', async () => {
  await inSeedBundle('bash', async (lab, workdir) => {
    const result = await lab.call('bash__exec', { args: { cmd: 'touch ran' }, scope: { workdir } });
    expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(result.error?.message).toContain('command');
    expect(await Bun.file(join(workdir, 'ran')).exists()).toBe(false);
  });
});

test('S0 §14.1: file-system__write then read gives the same text in the workdir, and an absolute path works', async () => {
  await inSeedBundle('file-system', async (lab, workdir) => {
    const content = '첫 줄\n둘째 줄 🦀\n';
    const written = await lab.call('file-system__write', {
      args: { path: '메모.txt', content },
      scope: { workdir },
    });
    const size = Buffer.byteLength(content);
    const path = join(workdir, '메모.txt');
    expect(written).toMatchObject({ status: 'ok', output: { path, size, written: true } });
    const read = await lab.call('file-system__read', { args: { path: '메모.txt' }, scope: { workdir } });
    expect(read).toMatchObject({ status: 'ok', output: { path, size, truncated: false, content } });
    const absolute = await lab.call('file-system__read', { args: { path, maxBytes: 3 }, scope: { workdir } });
    expect(absolute).toMatchObject({ status: 'ok', output: { truncated: true, content: '첫 줄' } });
    await rm(path);
  });
});

test('S0 §14.1: reading a file that is not there is E_TOOL with the message the module printed, cut to its limit', async () => {
  await inSeedBundle('file-system', async (lab, workdir) => {
    const result = await lab.call('file-system__read', { args: { path: '없음.txt' }, scope: { workdir } });
    expect(result).toMatchObject({ status: 'error', error: { code: 'E_TOOL', name: 'Error' } });
    expect(result.error?.message).toBe(`파일이 존재하지 않습니다: ${join(workdir, '없음.txt')}`);
    const long = await lab.call('file-system__read', {
      args: { path: '가'.repeat(4000) },
      scope: { workdir },
    });
    expect(long.error?.message.length).toBeLessThanOrEqual(2000);
  });
});

test('S0 §14.1: the printed file-system runs the same in a worker', async () => {
  const files: Files = { 'tools/file-system/index.ts': await seed('file-system.ts') };
  await inFolder(files, async (root) => {
    const resource = toolResourceSchema.parse(parse(await seed('file-system.yaml')));
    const isolated = { ...resource, spec: { ...resource.spec, isolation: 'worker' as const } };
    const lab = labOf(await new ToolLoader({ bundleRoot: root }).load(isolated));
    await writeFile(join(root, 'a.txt'), '내용');
    await symlink(join(root, 'a.txt'), join(root, 'b.txt'));
    const result = await lab.call('file-system__read', { args: { path: 'b.txt' }, scope: { workdir: root } });
    expect(result).toMatchObject({ status: 'ok', output: { content: '내용', truncated: false } });
  });
});
