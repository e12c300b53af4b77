export {
  cassetteOptionsSchema,
  connectionOptionsSchema,
  scriptSchema,
  type ConnectionOptions,
  type Script,
  type ScriptRule,
} from './model-options.ts';
export { parseRef, type ExtensionRef, type ResourceRef } from './ref.ts';
