import { dirname } from 'node:path';
import { isRecord } from '../json/json-value.ts';
import { provideCoreModules } from './core-modules.ts';
import { isDefinedTool, type DefinedTool } from './define-tool.ts';
import { textOf } from './failure.ts';
import type { ToolHandler } from './handler.ts';
import { parseToolName } from './name.ts';

/** What a tool's entry module offers, or why it offers nothing (SCH-4). */
export type ToolModule =
  | {
      readonly status: 'ok';
      /** By export name. */
      readonly handlers: ReadonlyMap<string, ToolHandler>;
      /** Keys of `handlers` that hold no function. */
      readonly notFunctions: readonly string[];
      /** What the module declares by `defineTool`. */
      readonly definedTools: readonly DefinedTool[];
    }
  | { readonly status: 'failed'; readonly reason: 'import' | 'no-handlers'; readonly message: string };

/** Imports a module and reads its `handlers`, or the tools it declares by `defineTool`. Never throws. */
export async function importToolModule(file: string): Promise<ToolModule> {
  try {
    provideCoreModules(dirname(file));
    const module: unknown = await import(file);
    return readModule(module);
  } catch (thrown) {
    return { status: 'failed', reason: 'import', message: textOf(thrown) };
  }
}

function readModule(module: unknown): ToolModule {
  const exported = isRecord(module) ? module : {};
  const definedTools = [...new Set(Object.values(exported).flat())].filter(isDefinedTool);
  const { handlers } = exported;
  if (!isRecord(handlers) && definedTools.length === 0) {
    return {
      status: 'failed',
      reason: 'no-handlers',
      message: 'the module exports neither `handlers` nor a tool made by defineTool',
    };
  }
  const entries = Object.entries(isRecord(handlers) ? handlers : {});
  const functions = new Map(
    definedTools.map((tool) => [parseToolName(tool.name)?.exportName ?? tool.name, tool.handler]),
  );
  for (const [name, handler] of entries) {
    if (isHandler(handler)) functions.set(name, handler);
  }
  const notFunctions = entries.filter(([, handler]) => !isHandler(handler)).map(([name]) => name);
  return { status: 'ok', handlers: functions, notFunctions, definedTools };
}

/** A function's parameters cannot be looked at; that they fit is what the input check before every call is for. */
function isHandler(value: unknown): value is ToolHandler {
  return typeof value === 'function';
}
