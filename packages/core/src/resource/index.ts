export {
  cassetteOptionsSchema,
  connectionOptionsSchema,
  scriptSchema,
  type ConnectionOptions,
  type Script,
  type ScriptRule,
} from './model-options.ts';
export type { ExtensionRef } from './ref.ts';
export { parseRef, type ResourceRef } from './parse-ref.ts';
