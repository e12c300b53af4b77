/** What nearly everything needs and what costs little to import: errors, JSON, names and refs, policy as a value, and what a module of tools is made with. */
export { findBundleRoot } from './bundle/find-bundle-root.ts';
export { errorCodes, helpUrlOf, isErrorCode, suggestionOf } from './error/codes.ts';
export { GoondanError } from './error/goondan-error.ts';
export { nearest } from './error/nearest.ts';
export { isRecord } from './json/json-value.ts';
export { parseJson } from './json/parse-json.ts';
export { snapshot } from './json/snapshot.ts';
export { sortedJson } from './json/sorted-json.ts';
export { applyMessageEvents } from './message/message-event.ts';
export { argumentPatterns } from './policy/approval.ts';
export { effectivePolicy } from './policy/effective-policy.ts';
export { parseRef } from './resource/parse-ref.ts';
export { defineTool } from './tool/define-tool.ts';
export { textOf as textOfThrown } from './tool/failure.ts';
export { idempotencyKeyOf } from './tool/idempotency-key.ts';
export { buildToolName, parseToolName } from './tool/name.ts';
export { pending } from './tool/pending.ts';
export { codedError, errorResult } from './tool/result.ts';
