import { GoondanError } from '../error/goondan-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { textOf } from '../tool/failure.ts';
import { createExtensionApi, type ExtensionHost } from './create-extension-api.ts';
import type { ExtensionModule } from './extension-api.ts';

/** An extension of an agent with its config. */
export interface DeclaredExtension {
  readonly name: string;
  readonly module: ExtensionModule;
  readonly config?: JsonObject;
}

/** Sets extensions up, one after the other in declared order. A throw stops there with `E_EXTENSION_INIT` naming it. */
export async function registerExtensions(
  extensions: readonly DeclaredExtension[],
  host: ExtensionHost,
): Promise<void> {
  for (const { name, module, config } of extensions) {
    try {
      await module.register(createExtensionApi(name, host), config);
    } catch (thrown) {
      const message = `Extension '${name}' failed to start: ${textOf(thrown)}`;
      const suggestion = thrown instanceof GoondanError ? { suggestion: thrown.suggestion } : {};
      throw new GoondanError('E_EXTENSION_INIT', message, { cause: thrown, ...suggestion });
    }
  }
}
