export {
  modelAnswerSchema,
  type AgentModel,
  type AnswerPart,
  type ModelAnswer,
  type ModelDelta,
  type ModelParams,
  type ModelRequest,
  type ModelRetry,
} from './agent-model.ts';
export { agentModelOf, type AgentModelSettings } from './agent-model-of.ts';
export type { ModelClock } from './attempt/clock.ts';
export { createAgentModel, type CreateAgentModelOptions } from './create-agent-model.ts';
export { requiredApiKey } from './provider/api-key.ts';
export { createScriptedModel } from './scripted/scripted-model.ts';
