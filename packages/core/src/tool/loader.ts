import { resolve } from 'node:path';
import { GoondanError } from '../error/goondan-error.ts';
import type { ToolExportSpec, ToolResource } from '../resource/tool-resource.ts';
import type { ToolDefinition } from './definition.ts';
import type { ToolHandler } from './handler.ts';
import { buildToolName, parseToolName } from './name.ts';
import { importToolModule, type ToolModule } from './tool-module.ts';
import { createWorkerHandler } from './worker/worker-handler.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** Where modules are, and when they are imported. */
export interface ToolLoaderOptions {
  readonly bundleRoot: string;
  /** True: a module is imported by the first call of one of its tools. For those that were checked before, and of which few are called. */
  readonly isLate?: boolean;
}

/** Turns Tool resources and modules into definitions that are ready to register. */
export class ToolLoader {
  readonly #bundleRoot: string;
  readonly #isLate: boolean;
  readonly #workers = new WorkerPool();

  constructor({ bundleRoot, isLate = false }: ToolLoaderOptions) {
    this.#bundleRoot = bundleRoot;
    this.#isLate = isLate;
  }

  /** The tools of one resource. Throws a coded error when the module cannot be used; a bundle check says more, and all at once. */
  async load(resource: ToolResource): Promise<ToolDefinition[]> {
    const file = resolve(this.#bundleRoot, resource.spec.entry);
    const module = this.#isLate ? undefined : await this.#import(file);
    const source = { type: 'config', name: resource.metadata.name } as const;
    return resource.spec.exports.map((spec) => {
      const own =
        module === undefined ? this.#lateHandler(resource, spec) : handlerIn(module, resource, spec);
      const isWorker = resource.spec.isolation === 'worker';
      const handler = isWorker ? createWorkerHandler(this.#workers, file, spec.name) : own;
      return { ...definitionOf(resource, spec, handler), source };
    });
  }

  /** The tools a module declares by `defineTool`: no YAML is needed. */
  async loadModule(entry: string): Promise<ToolDefinition[]> {
    const module = await this.#import(resolve(this.#bundleRoot, entry));
    if (module.definedTools.length === 0) {
      throw new GoondanError('E_CONFIG_HANDLER', `${entry} declares no tool by defineTool.`);
    }
    const file = resolve(this.#bundleRoot, entry);
    return module.definedTools.map((tool: ToolDefinition) => {
      const { resourceName: name, exportName } = parseToolName(tool.name) ?? {
        resourceName: tool.name,
        exportName: tool.name,
      };
      const handler =
        tool.isolation === 'worker' ? createWorkerHandler(this.#workers, file, exportName) : tool.handler;
      return { ...tool, handler, source: { type: 'config', name } };
    });
  }

  async #import(file: string): Promise<ToolModule & { status: 'ok' }> {
    const module = await importToolModule(file);
    if (module.status === 'ok') return module;
    const code = module.reason === 'import' ? 'E_CONFIG_MODULE' : 'E_CONFIG_HANDLER';
    throw new GoondanError(code, `${file}: ${module.message}`);
  }

  #lateHandler(resource: ToolResource, spec: ToolExportSpec): ToolHandler {
    return async (ctx, args) => {
      const module = await this.#import(resolve(this.#bundleRoot, resource.spec.entry));
      return handlerIn(module, resource, spec)(ctx, args);
    };
  }
}

function handlerIn(
  module: ToolModule & { status: 'ok' },
  { metadata, spec: { entry } }: ToolResource,
  { name }: ToolExportSpec,
): ToolHandler {
  const handler = module.handlers.get(name);
  if (handler !== undefined) return handler;
  const message = `Tool/${metadata.name} exports '${name}', but ${entry} has no handler of that name.`;
  throw new GoondanError('E_CONFIG_HANDLER', message);
}

function definitionOf(resource: ToolResource, spec: ToolExportSpec, handler: ToolHandler): ToolDefinition {
  const { errorMessageLimit, timeoutMs } = resource.spec;
  const { description, parameters, output, annotations } = spec;
  return {
    name: buildToolName(resource.metadata.name, spec.name),
    handler,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(output === undefined ? {} : { output }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(errorMessageLimit === undefined ? {} : { errorMessageLimit }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
