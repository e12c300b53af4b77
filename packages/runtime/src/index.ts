export { inspectModules, type InspectModulesOptions } from './bundle-module/inspect-modules.ts';
export type { AgentStatus, Engine, OpenTurn, SubmitOptions } from './engine/engine.ts';
export type { Address, Held, RecordReader, RequestOptions, TurnContext } from './engine/turn-context.ts';
export { turnOutcomeSchema, type TurnOutcome } from './engine/turn-outcome.ts';
export type { TurnInput, TurnRunner } from './engine/turn-runner.ts';
export { LocalEngine, type LocalEngineOptions } from './engine/local/local-engine.ts';
export { HeldCalls, type HeldCallView, type IsHolding } from './http/held-calls.ts';
export { serveEngine, type EngineServer, type ServeEngineOptions } from './http/serve-engine.ts';
export type { ServedState } from './http/served-state.ts';
export { cancelOffline, deleteInstance, revokeOffline } from './inspect/change-offline.ts';
export type { GrantView } from './inspect/grant-view.ts';
export { answerHandle, findHandle, handleOutcome } from './inspect/handle-answer.ts';
export type { HandleAnswer } from './inspect/handle-answer-schema.ts';
export { isHandleAnswered, listHandles, type HandleStatus, type HandleView } from './inspect/handle-view.ts';
export type { InstanceDetail } from './inspect/instance-detail.ts';
export {
  inWorkspace,
  WorkspaceView,
  type AgentView,
  type InstanceView,
  type TurnView,
} from './inspect/workspace-view.ts';
export { SecretMask } from './secret/secret-mask.ts';
export { loadStock, type Stock } from './stock/load-stock.ts';
export { BundleError } from './swarm/bundle-error.ts';
export {
  inputEvent,
  planEvent,
  revokeEvent,
  toolCallEvent,
  type InputEventOptions,
} from './swarm/input-event.ts';
export { openSwarm } from './swarm/open-swarm.ts';
export type { OpenSwarmOptions, Swarm, SwarmEngine, SwarmParts } from './swarm/swarm.ts';
export type { RuntimeEvent, RuntimeEventType, TurnDelta, Usage } from './telemetry/runtime-event.ts';
export type { Agent } from './turn/agent.ts';
export { runTurn } from './turn/run-turn.ts';
export { workspaceLayout, type WorkspaceLayout } from './workspace/layout.ts';
