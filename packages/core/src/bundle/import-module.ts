import { dirname } from 'node:path';
import { isRecord } from '../json/json-value.ts';
import { provideCoreModules } from '../tool/core-modules.ts';
import { textOf } from '../tool/failure.ts';

/** What a module exports, or why it could not be imported. */
export type ImportedModule =
  | { readonly status: 'ok'; readonly exports: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly message: string };

/** Imports a module of a bundle. Never throws. */
export async function importModule(file: string): Promise<ImportedModule> {
  try {
    provideCoreModules(dirname(file));
    const module: unknown = await import(file);
    return { status: 'ok', exports: isRecord(module) ? module : {} };
  } catch (thrown) {
    return { status: 'failed', message: textOf(thrown) };
  }
}
