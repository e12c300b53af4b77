import { extensionModuleOf, isDefinedExtension } from '../extension/define-extension.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { importModule, type FailedImport } from '../tool/import-module.ts';
import { importToolModule } from '../tool/tool-module.ts';

/** What a module of a bundle offers, as JSON, or why it cannot be imported. */
export type ModuleReport =
  | FailedImport
  | {
      readonly status: 'ok';
      /** As the module of a Tool: the names of its handlers, or why it has none. */
      readonly tool:
        | { readonly handlers: readonly string[]; readonly notFunctions: readonly string[] }
        | { readonly problem: string };
      /** As the module of an Extension: whether it can be registered. */
      readonly register: 'ok' | 'absent' | 'not a function';
      /** What `defineExtension` says of its config. */
      readonly config?: JsonSchema;
    };

/** Imports a module of a bundle, which runs its code, and says what it offers. Never throws; takes as long as the module does. */
export async function inspectModule(file: string): Promise<ModuleReport> {
  const imported = await importModule(file);
  if (imported.status === 'failed') return imported;
  const { exports } = imported;
  const module = await importToolModule(file);
  const tool =
    module.status === 'failed'
      ? { problem: module.message }
      : { handlers: [...module.handlers.keys()], notFunctions: module.notFunctions };
  const extension = extensionModuleOf(exports);
  if (extension !== undefined) {
    const config = isDefinedExtension(extension) ? { config: extension.config } : {};
    return { status: 'ok', tool, register: 'ok', ...config };
  }
  return { status: 'ok', tool, register: exports.register === undefined ? 'absent' : 'not a function' };
}
