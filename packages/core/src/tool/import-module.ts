import { dirname } from 'node:path';
import { isRecord } from '../json/json-value.ts';
import { provideCoreModules } from './core-modules.ts';
import { textOf } from './failure.ts';

/** Why a module could not be imported. */
export interface FailedImport {
  readonly status: 'failed';
  readonly message: string;
  /** `line:column` in the module itself, when the failure lies there. */
  readonly position?: string;
}

/** What a module exports, or why it could not be imported. */
export type ImportedModule =
  | { readonly status: 'ok'; readonly exports: Readonly<Record<string, unknown>> }
  | FailedImport;

/** Imports a module of a bundle. Never throws. */
export async function importModule(file: string): Promise<ImportedModule> {
  try {
    provideCoreModules(dirname(file));
    const module: unknown = await import(file);
    return { status: 'ok', exports: isRecord(module) ? module : {} };
  } catch (thrown) {
    const position = positionIn(file, thrown);
    return { status: 'failed', message: textOf(thrown), ...(position === undefined ? {} : { position }) };
  }
}

/** Syntax errors carry a position, everything else at best a stack. */
function positionIn(file: string, thrown: unknown): string | undefined {
  if (!isRecord(thrown)) return undefined;
  const { position, stack } = thrown;
  if (isRecord(position) && position.file === file) return [position.line, position.column].join(':');
  const frame = typeof stack === 'string' ? stack.split(`${file}:`)[1] : undefined;
  return /^\d+:\d+/.exec(frame ?? '')?.[0];
}
