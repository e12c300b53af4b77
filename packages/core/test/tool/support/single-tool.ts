import type { JsonObject } from '../../../src/json/json-value.ts';
import {
  ToolExecutor,
  ToolRegistry,
  type ExecuteOptions,
  type ToolCallScope,
  type ToolExecutorOptions,
  type ToolResult,
} from '../../../src/tool/index.ts';
import { registerLoosely, type LooseHandler } from './ill-typed.ts';
import { scopeOf } from './scope.ts';

/** The name of the one tool. */
export const toolName = 'lab__run';

/** One tool in a registry of its own, and a short way to call it. */
export interface SingleTool {
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
  call(request?: CallRequest): Promise<ToolResult>;
}

/** What a test wants to say about a call; ids are made up where it does not care. */
export interface CallRequest {
  readonly id?: string;
  readonly args?: JsonObject;
  readonly scope?: Partial<ToolCallScope>;
  readonly options?: ExecuteOptions;
}

let lastId = 0;

/** Registers `handler`, which may misbehave as it likes, as the only tool. */
export function singleTool(
  handler: LooseHandler,
  fields: { readonly [field: string]: unknown } = {},
  options: ToolExecutorOptions = {},
): SingleTool {
  const registry = new ToolRegistry();
  registerLoosely(registry, { name: toolName, handler, ...fields });
  const executor = new ToolExecutor(registry, options);
  return {
    registry,
    executor,
    call({ id = `call-${(lastId += 1)}`, args = {}, scope = {}, options: executeOptions = {} } = {}) {
      return executor.execute({ id, name: toolName, args }, scopeOf(scope), executeOptions);
    },
  };
}
