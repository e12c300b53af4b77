import { GoondanError } from '../error/goondan-error.ts';
import { isRecord, type JsonObject } from '../json/json-value.ts';
import { compileSchema } from '../schema/compile.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { joinFailures } from '../schema/schema-failure.ts';
import type { SchemaType } from '../tool/schema-type.ts';
import type { ExtensionApi, ExtensionModule } from './extension-api.ts';

/** Known to every copy of this package: a bundle may have one of its own. */
const mark = Symbol.for('goondan.DefinedExtension');

/** An extension made by `defineExtension`: its config is checked before `register` sees it. */
export interface DefinedExtension extends ExtensionModule {
  readonly [mark]: true;
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its config. */
  readonly config: JsonSchema;
}

/** Declares an extension in one place: what it is for, the JSON Schema of its config, and `register`, whose config type is inferred. */
export function defineExtension<const Schema extends JsonSchema>(options: {
  readonly name: string;
  readonly description: string;
  readonly config: Schema;
  readonly register: (api: ExtensionApi, config: SchemaType<Schema>) => void | Promise<void>;
}): DefinedExtension;
export function defineExtension(options: {
  readonly name: string;
  readonly description: string;
  readonly config: JsonSchema;
  readonly register: (api: ExtensionApi, config: never) => void | Promise<void>;
}): DefinedExtension {
  const { name, description, config: schema } = options;
  const sealed: { run(api: ExtensionApi, config: unknown): void | Promise<void> }['run'] = options.register;
  return {
    [mark]: true,
    name,
    description,
    config: schema,
    register(api, config: JsonObject = {}) {
      const failures = compileSchema(schema).failures(config);
      if (failures.length > 0)
        throw new GoondanError('E_EXTENSION_INIT', `its config is wrong: ${joinFailures(failures)}`, {
          suggestion: 'Correct the config of the extension; gdn validate shows the place.',
        });
      return sealed(api, config);
    },
  };
}

/** What of a module's exports sets an extension up: its `register`, or the one extension it declares by `defineExtension`. */
export function extensionModuleOf(exports: Readonly<Record<string, unknown>>): ExtensionModule | undefined {
  if (isExtensionModule(exports)) return exports;
  return Object.values(exports).find(isDefinedExtension);
}

/** True for what `defineExtension` made, in whichever copy of this package. */
export function isDefinedExtension(value: unknown): value is DefinedExtension {
  return typeof value === 'object' && value !== null && mark in value;
}

function isExtensionModule(value: unknown): value is ExtensionModule {
  return isRecord(value) && typeof value['register'] === 'function';
}
