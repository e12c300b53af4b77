import { createHash } from 'node:crypto';
import {
  ask,
  GoondanError,
  isRecord,
  pending,
  type JsonObject,
  type JsonValue,
  type ToolContext,
  type ToolOutcome,
} from '@goondan/core';
import { pollOf, type TaskWatch } from '../task/task-watch.ts';
import { isInputRequired, type InputRequired } from './connection.ts';
import { elicitResultOf, questionAbout } from './elicitation.ts';
import type { Given, LiveCalls, LiveStep } from './live-calls.ts';
import { resultOutput } from './result-output.ts';
import type { ServerLink } from './server-link.ts';
import type { CallableTool } from './tool-set.ts';
import { taskIn } from './wire-message.ts';

/** What a call of one tool is made with. */
export interface ToolCaller {
  readonly key: string;
  readonly tool: CallableTool;
  readonly link: ServerLink;
  readonly live: LiveCalls;
  readonly tasks: TaskWatch;
  /** Told how far a call is. */
  onProgress(progress: JsonObject): void;
}

/** Calls a foreign tool, or goes on with a call that a person has answered a question of. */
export async function callTool(caller: ToolCaller, ctx: ToolContext, args: JsonObject): Promise<ToolOutcome> {
  const { answered } = ctx;
  if (answered === undefined) return outcomeOf(caller, ctx, { step: await send(caller, ctx, { args }) });
  const { answer, state } = answered;
  if (isLiveState(state)) return goOn(caller, ctx, { args, answer, state });
  if (!isInputState(state)) throw new TypeError('The state of the question is none of ours.');
  const [key = '', ...rest] = state.open;
  const given = { ...state.given, [key]: json(elicitResultOf(answer, paramsOf(state.requests[key]))) };
  if (rest.length > 0) return askNext(caller, { ...state, open: rest, given });
  const requestState = state.requestState === null ? {} : { requestState: state.requestState };
  const more = { inputResponses: given, ...requestState };
  return outcomeOf(caller, ctx, { step: await send(caller, ctx, { args, more }) });
}

/** A server of 2025-11-25 waits in the middle of its call: where that ended with an earlier process, it can only be called again, if it may. */
async function goOn(
  caller: ToolCaller,
  ctx: ToolContext,
  run: { readonly args: JsonObject; readonly answer: JsonValue; readonly state: LiveState },
): Promise<ToolOutcome> {
  const { args, answer, state } = run;
  const result = elicitResultOf(answer, state.params);
  const given = [...givenIn(state), { params: state.params, result }];
  const step = await caller.live.resume(state.live, result, ctx.signal);
  if (step !== undefined) return outcomeOf(caller, ctx, { step, given });
  if (caller.tool.mayRepeat)
    return outcomeOf(caller, ctx, { step: await send(caller, ctx, { args, given }), given });
  throw new GoondanError(
    'E_MCP_LOST',
    `${caller.tool.definition.name} of the MCP server '${caller.key}' waited for the answer of a person when our process ended, and the server with it; the answer did not reach it.`,
    {
      suggestion:
        'Call the tool again, unless what it does before it asks must not happen twice; the question is then asked again.',
    },
  );
}

interface Sent {
  readonly args: JsonObject;
  /** Parameters beside the arguments. */
  readonly more?: JsonObject;
  readonly given?: readonly Given[];
}

function send(caller: ToolCaller, ctx: ToolContext, { args, more = {}, given }: Sent): Promise<LiveStep> {
  const { link, live, tool } = caller;
  const { name, taskSupport } = tool.definition;
  const asTask = taskSupport === 'required' && Object.keys(more).length === 0 ? { task: {} } : {};
  return live.start(
    ctx.signal,
    (signal) =>
      link.call(
        { tool: name, mayRepeat: tool.mayRepeat },
        { args, more: { ...asTask, ...more } },
        {
          signal,
          onprogress: ({ progress, total, message }) =>
            caller.onProgress({
              toolName: tool.name,
              toolCallId: ctx.toolCallId,
              turnId: ctx.turnId,
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            }),
        },
      ),
    given,
  );
}

function outcomeOf(
  caller: ToolCaller,
  ctx: ToolContext,
  { step, given = [] }: { readonly step: LiveStep; readonly given?: readonly Given[] },
): ToolOutcome | Promise<ToolOutcome> {
  if (step.type === 'question')
    return ask(questionAbout(caller.key, step.params), {
      live: step.id,
      params: json(step.params),
      given: json(given),
    });
  const { answer } = step;
  if (isInputRequired(answer)) return askFirst(caller, answer);
  const task = taskIn(answer);
  if (task !== undefined) return detached(caller, ctx, task);
  const { outputSchema, definition } = caller.tool;
  return resultOutput(answer, {
    key: caller.key,
    tool: definition.name,
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });
}

/** The call is over; what its task comes to follows under a handle, also in another process (PEND-1). */
async function detached(
  caller: ToolCaller,
  ctx: ToolContext,
  task: Record<string, unknown>,
): Promise<ToolOutcome> {
  const handle = `mcp-${createHash('sha256').update(ctx.idempotencyKey).digest('hex').slice(0, 24)}`;
  await caller.tasks.add({
    version: 1,
    handle,
    server: caller.key,
    tool: caller.tool.definition.name,
    taskId: String(task['taskId']),
    pollMs: pollOf(task),
    createdAt: new Date().toISOString(),
  });
  return pending(handle);
}

interface InputState extends JsonObject {
  readonly requests: JsonObject;
  readonly requestState: string | null;
  /** Keys of what has not been answered yet. */
  readonly open: string[];
  readonly given: JsonObject;
}

function askFirst(caller: ToolCaller, { inputRequests = {}, requestState }: InputRequired): ToolOutcome {
  const requests = json(inputRequests);
  return askNext(caller, {
    requests: isRecord(requests) ? requests : {},
    requestState: requestState ?? null,
    open: Object.keys(inputRequests),
    given: {},
  });
}

function askNext({ key }: ToolCaller, state: InputState): ToolOutcome {
  const request = state.requests[state.open[0] ?? ''];
  const method = isRecord(request) ? request['method'] : undefined;
  if (method === 'elicitation/create') return ask(questionAbout(key, paramsOf(request)), state);
  throw new GoondanError(
    'E_MCP_PROTOCOL',
    `The MCP server '${key}' wants ${JSON.stringify(method)}, which we have not offered.`,
  );
}

function paramsOf(request: JsonValue | undefined): unknown {
  return isRecord(request) ? request['params'] : undefined;
}

function json(value: unknown): JsonValue {
  const copy: unknown = JSON.parse(JSON.stringify(value ?? null));
  return isJson(copy) ? copy : null;
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

interface LiveState extends JsonObject {
  readonly live: string;
  readonly params: JsonValue;
}

function isLiveState(state: JsonValue): state is LiveState {
  return isRecord(state) && typeof state['live'] === 'string';
}

/** What was answered before, of a state that we have written. */
function givenIn({ given }: LiveState): Given[] {
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  return all.filter(isGiven);
}

function isGiven(value: unknown): value is Given {
  return isRecord(value) && isRecord(value['result']) && typeof value['result']['action'] === 'string';
}

function isInputState(state: JsonValue): state is InputState {
  return (
    isRecord(state) && isRecord(state['requests']) && Array.isArray(state['open']) && isRecord(state['given'])
  );
}
