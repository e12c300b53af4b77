import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/json/json-value.ts';
import type { ToolResource } from '../../src/resource/tool-resource.ts';
import {
  ToolExecutor,
  ToolLoader,
  ToolRegistry,
  type ExecuteOptions,
  type ToolCallScope,
  type ToolDefinition,
  type ToolExecutorOptions,
  type ToolResult,
} from '../../src/tool/index.ts';
import { scopeOf } from './support/scope.ts';

/** The files of a bundle by path. */
export type Files = Readonly<Record<string, string>>;

/** Writes files into a folder of their own, far from any node_modules, and removes it afterwards. */
export async function inFolder<T>(files: Files, use: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'goondan-loader-')));
  try {
    await writeFiles(root, files);
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Writes files below a folder that exists. */
export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** A Tool resource named `lab` with exports that take anything. */
export function labResource(
  exportNames: readonly string[],
  spec: Partial<ToolResource['spec']> = {},
): ToolResource {
  return {
    apiVersion: 'goondan.ai/v1',
    kind: 'Tool',
    metadata: { name: 'lab' },
    spec: { entry: './lab.ts', exports: exportNames.map((name) => ({ name })), ...spec },
  };
}

/** Loaded tools, and a short way to call them. */
export interface Lab {
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
  call(name: string, request?: LabCall): Promise<ToolResult>;
}

/** What a test wants to say about a call. */
interface LabCall {
  readonly args?: JsonObject;
  readonly scope?: Partial<ToolCallScope>;
  readonly options?: ExecuteOptions;
}

let lastId = 0;

/** Registers definitions and calls them by full name. */
export function labOf(definitions: readonly ToolDefinition[], options: ToolExecutorOptions = {}): Lab {
  const registry = new ToolRegistry();
  for (const definition of definitions) registry.register(definition);
  const executor = new ToolExecutor(registry, options);
  return {
    registry,
    executor,
    call: (name, { args = {}, scope = {}, options: executeOptions = {} } = {}) =>
      executor.execute({ id: `call-${(lastId += 1)}`, name, args }, scopeOf(scope), executeOptions),
  };
}

/** Writes a module whose handlers are given as source, loads it and hands over the tools. */
export function inLab<T>(
  source: string,
  resource: ToolResource,
  use: (lab: Lab, root: string) => Promise<T>,
): Promise<T> {
  return inFolder({ 'lab.ts': source }, async (root) =>
    use(labOf(await new ToolLoader({ bundleRoot: root }).load(resource)), root),
  );
}

/** What a child process came to. */
export interface ScriptRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a script is run. */
export interface ScriptOptions {
  readonly cwd: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The sources of core as a script in a temp folder imports them. */
export const coreSource = join(import.meta.dir, '../../src');

/** Runs a script by Bun in a process of its own. It is killed when it hangs, which no test takes for success. */
export async function runScript(
  script: string,
  { cwd, flags = ['--no-install'], env = {} }: ScriptOptions,
): Promise<ScriptRun> {
  const file = join(cwd, 'script.ts');
  await writeFile(file, script);
  const child = Bun.spawn([process.execPath, ...flags, file], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
