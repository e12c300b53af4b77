import { resolve } from 'node:path';
import { GoondanError } from '../error/goondan-error.ts';
import type { ToolExportSpec, ToolResource } from '../resource/tool-resource.ts';
import type { ToolDefinition } from './definition.ts';
import type { ToolHandler } from './handler.ts';
import { buildToolName, parseToolName } from './name.ts';
import { importToolModule, type ToolModule } from './tool-module.ts';
import { createWorkerHandler } from './worker/worker-handler.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** Turns Tool resources and modules into definitions that are ready to register. */
export class ToolLoader {
  readonly #bundleRoot: string;
  readonly #workers = new WorkerPool();

  constructor(options: { bundleRoot: string }) {
    this.#bundleRoot = options.bundleRoot;
  }

  /** The tools of one resource. Throws a coded error when the module cannot be used; a bundle check says more, and all at once. */
  async load(resource: ToolResource): Promise<ToolDefinition[]> {
    const file = resolve(this.#bundleRoot, resource.spec.entry);
    const module = await this.#import(file);
    const source = { type: 'config', name: resource.metadata.name } as const;
    return resource.spec.exports.map((spec) => {
      const handler = this.#handlerOf(resource, spec, file, module);
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

  #handlerOf(
    resource: ToolResource,
    spec: ToolExportSpec,
    file: string,
    module: ToolModule & { status: 'ok' },
  ): ToolHandler {
    const handler = module.handlers.get(spec.name);
    if (handler === undefined) {
      const message = `Tool/${resource.metadata.name} exports '${spec.name}', but ${resource.spec.entry} has no handler of that name.`;
      throw new GoondanError('E_CONFIG_HANDLER', message);
    }
    return resource.spec.isolation === 'worker'
      ? createWorkerHandler(this.#workers, file, spec.name)
      : handler;
  }
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
