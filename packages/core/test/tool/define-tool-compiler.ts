import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inFolder, writeFiles, type Files } from './loader-support.ts';

const repository = join(import.meta.dir, '../../../..');
const compiler = join(repository, 'node_modules/typescript/bin/tsc');

/** What a test varies of a user's tsconfig. */
export interface CompilerOptions {
  readonly lib?: readonly string[];
  readonly exactOptionalPropertyTypes?: boolean;
  readonly noUncheckedIndexedAccess?: boolean;
}

/** The settings under which the types of core must hold. */
export const typeCheckConfigs: readonly (readonly [title: string, options: CompilerOptions])[] = [
  ['strict', {}],
  ['strict and exactOptionalPropertyTypes', { exactOptionalPropertyTypes: true }],
  ['strict with lib.dom, which a tsconfig without lib has', { lib: ['esnext', 'dom'] }],
];

/** What the compiler says about a user's project that depends on `@goondan/core`; empty when nothing is wrong. */
export function typeCheck(files: Files, options: CompilerOptions = {}): Promise<string> {
  return inFolder(files, async (root) => {
    await install(root, ['@goondan/core', '@types/bun', 'zod', 'valibot']);
    const compilerOptions = { ...bunInit, ...options };
    await writeFiles(root, {
      'tsconfig.json': JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    });
    const child = Bun.spawn([process.execPath, '--no-install', compiler, '-p', root, '--pretty', 'false'], {
      cwd: root,
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: 60_000,
    });
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return `${output}${errors}`;
  });
}

async function install(root: string, packages: readonly string[]): Promise<void> {
  for (const name of packages) {
    const target = join(root, 'node_modules', name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(repository, 'node_modules', name), target);
  }
}

/** What `bun init` writes. */
const bunInit = {
  lib: ['ESNext'],
  target: 'ESNext',
  module: 'Preserve',
  moduleDetection: 'force',
  types: ['bun'],
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
};
