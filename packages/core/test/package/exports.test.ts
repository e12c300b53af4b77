import { join } from 'node:path';
import { expect, test } from 'bun:test';
import * as basics from '@goondan/core/basics';
import * as bundle from '@goondan/core/bundle';
import * as core from '@goondan/core';
import * as resource from '@goondan/core/resource';
import * as tool from '@goondan/core/tool';

const source = join(import.meta.dir, '../../src');

/** Types leave nothing to look at once they run: their names are read from the source of the entry. */
async function typeNames(entry: string): Promise<string[]> {
  const text = await Bun.file(join(source, entry)).text();
  const lists = [...text.matchAll(/export (type )?\{([^}]*)\}/g)];
  return lists
    .flatMap(([, isTypeList, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && (isTypeList !== undefined || name.startsWith('type ')))
        .map((name) => name.replace(/^type /, '')),
    )
    .sort();
}

const toolValues = [
  'CallGate',
  'DefinedTool',
  'ToolCatalog',
  'ToolContextBuilder',
  'ToolExecutor',
  'ToolLoader',
  'ToolRegistry',
  'ask',
  'buildToolName',
  'codedError',
  'defineTool',
  'errorResult',
  'foreignToolName',
  'idempotencyKeyOf',
  'isDefinedTool',
  'parseToolName',
  'pending',
  'stepCatalogItems',
  'toolIdentity',
  'toolResourceOf',
  'truncateErrorMessage',
];

const coreValues = [
  'EventBus',
  'GoondanError',
  'Pipeline',
  'applyMessageEvents',
  'argumentPatterns',
  'blockingWhitelist',
  'checkPlan',
  'compose',
  'defineExtension',
  'delegatedPolicy',
  'describeShape',
  'effectivePolicy',
  'errorCodes',
  'compileSchema',
  'joinFailures',
  'exampleOf',
  'executePlan',
  'extensionModuleOf',
  'helpUrlOf',
  'importModule',
  'inspectModule',
  'inspectPlan',
  'isDefinedExtension',
  'isErrorCode',
  'isRecord',
  'labelledApproval',
  'nearest',
  'parseJson',
  'parseRef',
  'policyDefaults',
  'planLimits',
  'registerExtensions',
  'runInTurn',
  'runPlanStage',
  'runStepChain',
  'runTurnChain',
  'sortedJson',
  'suggestionOf',
  'textOfThrown',
  'snapshot',
  'workspaceOutputStore',
];

const toolTypes = [
  'AgentAddress',
  'AgentSummary',
  'Answered',
  'ApprovalRequest',
  'Approver',
  'AskedQuestion',
  'CatalogRecord',
  'ExecuteOptions',
  'GatePlace',
  'HandleOwner',
  'HandleStore',
  'LargeOutput',
  'OutputStore',
  'Pending',
  'Question',
  'SchemaType',
  'StandardSchema',
  'StepCatalogOptions',
  'ToolCall',
  'ToolCallResult',
  'ToolCallScope',
  'ToolCatalogItem',
  'ToolContext',
  'ToolDefinition',
  'ToolError',
  'ToolExecutorOptions',
  'ToolHandler',
  'ToolIdentity',
  'ToolNameParts',
  'ToolOutcome',
  'ToolRegistration',
  'ToolResult',
  'ToolRuntime',
  'ToolSource',
  'ToolTurnScope',
];

const coreTypes = [
  'ModuleReport',
  'AgentEvent',
  'ApprovalDecision',
  'ApprovalRule',
  'CallExplanation',
  'CheckedPlan',
  'Chain',
  'CompiledSchema',
  'ConversationState',
  'CoreMessage',
  'DeclaredExtension',
  'DefinedExtension',
  'DynamicToolOptions',
  'EffectivePolicy',
  'Environment',
  'ErrorCode',
  'ErrorCodeEntry',
  'EventListener',
  'Execute',
  'ExecutePlanOptions',
  'ExecutedCall',
  'ExtensionApi',
  'ExtensionHost',
  'ExtensionModule',
  'ExtensionState',
  'Generate',
  'GenerateRequest',
  'Generated',
  'ImportedModule',
  'JsonArray',
  'JsonObject',
  'JsonPrimitive',
  'JsonSchema',
  'JsonValue',
  'LabelledApproval',
  'LayerVerdict',
  'Message',
  'MessageEvent',
  'MessageSource',
  'Middleware',
  'MiddlewareAgents',
  'MiddlewareOptions',
  'Once',
  'OwnCall',
  'Permissions',
  'PipelineState',
  'Plan',
  'PlanCheck',
  'PlanEntry',
  'PlanExecute',
  'PlanOutcome',
  'PlanProblem',
  'PlanResult',
  'PlanStageOptions',
  'PlannedEntry',
  'Policy',
  'PolicyLayer',
  'SchemaFailure',
  'PolicyDecision',
  'ReadyCall',
  'StepChain',
  'StepChainScope',
  'StepMiddleware',
  'StepMiddlewareContext',
  'StepResult',
  'TokenUsage',
  'ToolAnnotations',
  'ToolCallMiddleware',
  'ToolCallMiddlewareContext',
  'ToolExportSpec',
  'ToolResource',
  'TurnChain',
  'TurnChainScope',
  'TurnMiddleware',
  'TurnMiddlewareContext',
  'TurnResult',
  'TurnScope',
  'Whitelist',
];

test('§5: @goondan/core/tool exports these values and types: a change to this list is a change to the contract', async () => {
  expect(Object.keys(tool).sort()).toEqual(toolValues.toSorted());
  expect(await typeNames('tool/index.ts')).toEqual(toolTypes.toSorted());
});

test('§5: @goondan/core exports all of that, the same things, and these', async () => {
  expect(Object.keys(core).sort()).toEqual([...toolValues, ...coreValues].sort());
  expect(await typeNames('index.ts')).toEqual([...toolTypes, ...coreTypes].sort());
  for (const [name, value] of Object.entries(tool)) expect(Reflect.get(core, name)).toBe(value);
});

test('@goondan/core/basics exports a part of it, and where a bundle begins', () => {
  const { findBundleRoot, ...others } = basics;
  expect(findBundleRoot).toBe(bundle.findBundleRoot);
  for (const [name, value] of Object.entries(others)) expect(Reflect.get(core, name)).toBe(value);
  expect(Object.keys(basics).sort()).toEqual([
    'GoondanError',
    'applyMessageEvents',
    'argumentPatterns',
    'buildToolName',
    'codedError',
    'defineTool',
    'effectivePolicy',
    'errorCodes',
    'errorResult',
    'findBundleRoot',
    'helpUrlOf',
    'idempotencyKeyOf',
    'isErrorCode',
    'isRecord',
    'nearest',
    'parseJson',
    'parseRef',
    'parseToolName',
    'pending',
    'snapshot',
    'sortedJson',
    'suggestionOf',
    'textOfThrown',
  ]);
});

test('§10: @goondan/core/bundle exports these values', () => {
  expect(Object.keys(bundle).sort()).toEqual([
    'editorSchema',
    'findBundleRoot',
    'formatFindings',
    'literalSecretsOf',
    'loadBundle',
    'parseRef',
    'validateBundle',
  ]);
});

test('§10: @goondan/core/resource exports these values', () => {
  expect(Object.keys(resource).sort()).toEqual([
    'cassetteOptionsSchema',
    'connectionOptionsSchema',
    'parseRef',
    'scriptSchema',
  ]);
});
