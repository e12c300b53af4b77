export type { StockResource } from './check.ts';
export { findBundleRoot } from './find-bundle-root.ts';
export type { Finding, Place } from './finding.ts';
export { formatFindings } from './format-findings.ts';
export { importModule, type ImportedModule } from './import-module.ts';
export { loadBundle, type LoadBundleOptions, type LoadedBundle, type LoadedResource } from './load-bundle.ts';
export { validateBundle, type BundleValidation } from './validate-bundle.ts';
export { editorSchema } from '../resource/editor-schema.ts';
export { parseRef, type AgentRef, type ExtensionRef, type Ref, type ResourceRef } from '../resource/ref.ts';
export type { Resource, ResourceKind } from '../resource/resource.ts';
export type { AgentResource } from '../resource/agent-resource.ts';
export type { ExtensionResource } from '../resource/extension-resource.ts';
export {
  cassetteOptionsSchema,
  connectionOptionsSchema,
  scriptSchema,
  type ConnectionOptions,
  type Script,
  type ScriptRule,
} from '../resource/model-options.ts';
export type { ModelResource } from '../resource/model-resource.ts';
export type { Policy } from '../resource/policy.ts';
export type { SwarmResource } from '../resource/swarm-resource.ts';
export type { ToolResource } from '../resource/tool-resource.ts';
