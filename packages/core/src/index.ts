export { inspectModule, type ModuleReport } from './bundle/inspect-module.ts';
export {
  errorCodes,
  helpUrlOf,
  isErrorCode,
  suggestionOf,
  type ErrorCode,
  type ErrorCodeEntry,
} from './error/codes.ts';
export { GoondanError } from './error/goondan-error.ts';
export { nearest } from './error/nearest.ts';
export type { AgentEvent } from './event/agent-event.ts';
export {
  defineExtension,
  extensionModuleOf,
  isDefinedExtension,
  type DefinedExtension,
} from './extension/define-extension.ts';
export { EventBus } from './extension/event-bus.ts';
export type {
  DynamicToolOptions,
  EventListener,
  ExtensionApi,
  ExtensionModule,
  ExtensionState,
} from './extension/extension-api.ts';
export type { ExtensionHost } from './extension/create-extension-api.ts';
export { registerExtensions, type DeclaredExtension } from './extension/register-extensions.ts';
export { runInTurn, type TurnScope } from './extension/turn-scope.ts';
export {
  isRecord,
  type JsonArray,
  type JsonObject,
  type JsonPrimitive,
  type JsonValue,
} from './json/json-value.ts';
export { parseJson } from './json/parse-json.ts';
export { snapshot } from './json/snapshot.ts';
export { sortedJson } from './json/sorted-json.ts';
export type { CoreMessage, Message, MessageSource } from './message/message.ts';
export { applyMessageEvents, type ConversationState, type MessageEvent } from './message/message-event.ts';
export { compose, type Chain, type Middleware } from './pipeline/compose.ts';
export type { Execute, OwnCall } from './pipeline/execute.ts';
export type { Generate, Generated, GenerateRequest, TokenUsage } from './pipeline/generate.ts';
export { Pipeline, type MiddlewareOptions } from './pipeline/pipeline.ts';
export type { StepMiddleware, StepMiddlewareContext, StepResult } from './pipeline/step.ts';
export { runStepChain, type StepChain, type StepChainScope } from './pipeline/step-chain.ts';
export type { ToolCallMiddleware, ToolCallMiddlewareContext } from './pipeline/tool-call.ts';
export type {
  MiddlewareAgents,
  Once,
  TurnMiddleware,
  TurnMiddlewareContext,
  TurnResult,
} from './pipeline/turn.ts';
export { runTurnChain, type TurnChain, type TurnChainScope } from './pipeline/turn-chain.ts';
export {
  executePlan,
  runPlanStage,
  type ExecutePlanOptions,
  type PipelineState,
  type PlanStageOptions,
} from './plan/execute-plan.ts';
export { planLimits, type CheckedPlan, type Plan, type PlanEntry, type PlannedEntry } from './plan/plan.ts';
export { checkPlan, inspectPlan, type PlanCheck, type PlanProblem } from './plan/plan-problems.ts';
export type { ExecutedCall, PlanOutcome, PlanResult } from './plan/plan-result.ts';
export type { PlanExecute, ReadyCall } from './plan/run-plan.ts';
export {
  argumentPatterns,
  labelledApproval,
  type ApprovalDecision,
  type LabelledApproval,
} from './policy/approval.ts';
export type { CallExplanation, LayerVerdict, PolicyDecision } from './policy/decision.ts';
export {
  delegatedPolicy,
  effectivePolicy,
  policyDefaults,
  type EffectivePolicy,
  type PolicyLayer,
} from './policy/effective-policy.ts';
export type { Environment } from './policy/environment.ts';
export type { Permissions } from './policy/permissions.ts';
export { blockingWhitelist, type Whitelist } from './policy/whitelist.ts';
export { parseRef } from './resource/parse-ref.ts';
export type { ApprovalRule, Policy } from './resource/policy.ts';
export type { ToolAnnotations, ToolExportSpec, ToolResource } from './resource/tool-resource.ts';
export { compileSchema, type CompiledSchema } from './schema/compile.ts';
export { describeShape, exampleOf } from './schema/describe-shape.ts';
export type { JsonSchema } from './schema/json-schema.ts';
export { joinFailures, type SchemaFailure } from './schema/schema-failure.ts';
export { textOf as textOfThrown } from './tool/failure.ts';
export { importModule, type ImportedModule } from './tool/import-module.ts';
export { workspaceOutputStore } from './tool/output-store.ts';
export {
  ask,
  buildToolName,
  CallGate,
  codedError,
  DefinedTool,
  defineTool,
  errorResult,
  foreignToolName,
  idempotencyKeyOf,
  isDefinedTool,
  parseToolName,
  pending,
  stepCatalogItems,
  ToolCatalog,
  ToolContextBuilder,
  ToolExecutor,
  toolIdentity,
  ToolLoader,
  ToolRegistry,
  toolResourceOf,
  truncateErrorMessage,
  type AgentAddress,
  type AgentSummary,
  type Answered,
  type ApprovalRequest,
  type AskedQuestion,
  type CatalogRecord,
  type Approver,
  type ExecuteOptions,
  type GatePlace,
  type HandleOwner,
  type HandleStore,
  type LargeOutput,
  type OutputStore,
  type Pending,
  type Question,
  type SchemaType,
  type StandardSchema,
  type StepCatalogOptions,
  type ToolCall,
  type ToolCallResult,
  type ToolCallScope,
  type ToolCatalogItem,
  type ToolContext,
  type ToolDefinition,
  type ToolError,
  type ToolExecutorOptions,
  type ToolHandler,
  type ToolIdentity,
  type ToolNameParts,
  type ToolOutcome,
  type ToolRegistration,
  type ToolResult,
  type ToolRuntime,
  type ToolSource,
  type ToolTurnScope,
} from './tool/index.ts';
