import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { JsonObject, JsonValue } from '@goondan/core';
import { GoondanError, isRecord } from '@goondan/core/basics';
import type { McpCallContext, McpCaller, McpCallStep, McpSource, McpToolResult } from '@goondan/mcp';
import {
  inputEvent,
  toolCallEvent,
  type Swarm,
  type TurnOutcome,
  type WorkspaceLayout,
} from '@goondan/runtime';
import type { DeclaredTools } from '../tool/tool-details.ts';
import { heldRequests } from './held-requests.ts';
import { keyFor, ownKey, withoutLane } from './instance-keys.ts';
import { offeredTools } from './offered-tools.ts';
import { SwarmTasks } from './swarm-tasks.ts';
import { SwarmTurns, type SwarmTurn } from './swarm-turns.ts';
import { ToolsWatch } from './tools-watch.ts';
import { turnResult } from './turn-result.ts';

const longestKey = 256;

/** What is served, and how. */
export interface SwarmSourceOptions {
  readonly swarm: Swarm;
  readonly layout: WorkspaceLayout;
  /** The agent whose catalog is offered. */
  readonly agent: string;
  readonly declared: readonly DeclaredTools[];
  /** The folder tools work in; without it one that is kept for each caller. */
  readonly workdir?: string;
  /** How long a call is waited for before it becomes a task, where the server chooses. */
  readonly taskAfterMs: number;
}

interface PlannedTurn {
  readonly traceId: string;
  readonly begin: () => Promise<SwarmTurn>;
}

/** A swarm behind the seam of an MCP server. */
export interface SwarmSource extends McpSource {
  /** Waits for the end of what was cancelled because its client has gone away. */
  close(): Promise<void>;
}

/** Offers a swarm: its catalog and its agents as tools, every call a turn. Made before the engine resumes. */
export function swarmSource(options: SwarmSourceOptions): SwarmSource {
  const { swarm, layout, agent, taskAfterMs } = options;
  const offered = offeredTools(options);
  const turns = new SwarmTurns(swarm.engine, layout);
  const tasks = new SwarmTasks({ engine: swarm.engine, turns, layout, resultOf });
  const watch = new ToolsWatch({
    list: () => offered.list(),
    observe: (onEvent) =>
      swarm.engine.observe((event) => {
        if (event.type === 'turn.completed' || event.type === 'turn.failed') onEvent();
      }),
  });
  return {
    tools: () => offered.list(),
    onToolsChanged: (listener) => watch.listen(listener),
    call,
    tasks,
    close: () => turns.close(),
  };

  async function call(
    { name, args }: Parameters<McpSource['call']>[0],
    context: McpCallContext,
  ): Promise<McpCallStep> {
    const earlier = turnOf(context.state);
    const { traceId, begin } =
      earlier === undefined ? await plan(name, args, context.caller) : answered(earlier, context.answers);
    const stopTelling = turns.tell(traceId, context);
    try {
      return await follow(await begin(), context);
    } finally {
      stopTelling();
    }
  }

  /** A turn that goes on with what a person has answered. */
  function answered(turn: SwarmTurn, answers: Readonly<Record<string, unknown>>): PlannedTurn {
    const begin = async (): Promise<SwarmTurn> => {
      await turns.answer(turn, answers);
      return turn;
    };
    return { traceId: turn.traceId, begin };
  }

  async function follow(turn: SwarmTurn, context: McpCallContext): Promise<McpCallStep> {
    if (context.tasks === 'wanted') return { kind: 'task', task: await tasks.of(turn) };
    const followed = await turns.follow(turn, {
      signal: context.signal,
      stopsWhenHeld: context.canAsk.elicitation,
      ...(context.tasks === 'allowed' ? { limitMs: taskAfterMs } : {}),
    });
    if (followed.kind === 'late') return { kind: 'task', task: await tasks.of(turn) };
    if (followed.kind === 'held')
      return { kind: 'input', requests: heldRequests(followed.calls), state: { ...turn } };
    return { kind: 'result', result: await resultOf(turn, followed.outcome) };
  }

  /** A turn that has not begun: who wants to hear of it has to listen before it does. */
  async function plan(name: string, args: JsonObject, caller: McpCaller): Promise<PlannedTurn> {
    const target = (await offered.isInCatalog(name)) ? undefined : offered.agentOf(name);
    const traceId = newTraceId();
    if (target === undefined) return { traceId, begin: () => beginCall({ name, args }, { caller, traceId }) };
    const { input, key } = agentArguments(name, args);
    const instanceKey = key === undefined ? ownKey(caller) : keyFor(caller, key);
    const event = inputEvent(input, { instanceKey, traceId, source: 'mcp' });
    const { workdir } = options;
    const begin = (): Promise<SwarmTurn> =>
      turns.begin({ agent: target, instanceKey }, event, workdir === undefined ? {} : { workdir });
    return { traceId, begin };
  }

  function beginCall(
    called: { readonly name: string; readonly args: JsonObject },
    { caller, traceId }: { readonly caller: McpCaller; readonly traceId: string },
  ): Promise<SwarmTurn> {
    return turns.inFreeInstance(agent, caller, async (instanceKey) => {
      const workdir = workdirOf(instanceKey);
      await mkdir(workdir, { recursive: true });
      const event = toolCallEvent(called, { instanceKey, traceId, source: 'mcp' });
      return turns.begin({ agent, instanceKey }, event, { workdir });
    });
  }

  function resultOf({ instanceKey }: SwarmTurn, outcome: TurnOutcome): Promise<McpToolResult> {
    const isStructured = async (name: string): Promise<boolean> =>
      (await offered.list()).some((tool) => tool.name === name && tool.outputSchema !== undefined);
    return turnResult(outcome, { workdir: workdirOf(instanceKey), isStructured });
  }

  /** All calls of a caller work in the same folder, whichever conversation they use. */
  function workdirOf(instanceKey: string): string {
    return options.workdir ?? layout.workdirOf(agent, withoutLane(instanceKey));
  }
}

/** W3C: 32 hex digits. */
function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

/** What an agent is given. Throws `E_TOOL_INVALID_ARGS`. */
function agentArguments(
  name: string,
  args: JsonObject,
): { readonly input: JsonValue; readonly key: string | undefined } {
  const { input, instanceKey: key, ...others } = args;
  const isKey = key === undefined || (typeof key === 'string' && key !== '' && key.length <= longestKey);
  if (input === undefined || !isKey || Object.keys(others).length > 0)
    throw new GoondanError('E_TOOL_INVALID_ARGS', `${name} takes input and, if you like, instanceKey.`, {
      suggestion: 'Send {"input": any, "instanceKey"?: string}. Example: {"input":"what is 2+3*4?"}',
    });
  return { input, key: typeof key === 'string' ? key : undefined };
}

/** The turn that an earlier round of the same call has set going. */
function turnOf(state: JsonValue | undefined): SwarmTurn | undefined {
  if (!isRecord(state)) return undefined;
  const { agent, instanceKey, turnId, traceId } = state;
  if (typeof agent !== 'string' || typeof instanceKey !== 'string') return undefined;
  if (typeof turnId !== 'string' || typeof traceId !== 'string') return undefined;
  return { agent, instanceKey, turnId, traceId };
}
