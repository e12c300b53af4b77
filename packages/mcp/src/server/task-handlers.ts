import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { takesTasks, type Exchange } from './request-context.ts';
import { hasEnded, type McpTask, type McpTasks } from './task.ts';
import { detailedTask, legacyTask, relatedTask } from './task-wire.ts';
import { missingTasks } from './tool-handlers.ts';

/** What the handlers of tasks stand on. */
export interface TaskHandlerOptions extends Exchange {
  readonly tasks: McpTasks;
}

/** How often a client is asked that answers nothing of use. */
const mostRounds = 8;

const params = z.looseObject({ taskId: z.string() });

/** Lets clients follow tasks, answer and cancel them, as their revision has it. */
export function handleTasks(options: TaskHandlerOptions): void {
  if (options.era === 'legacy') handleLegacyTasks(options);
  else handleModernTasks(options);
}

function handleModernTasks(options: TaskHandlerOptions): void {
  const { server, tasks, caller } = options;
  const known = async (id: string, context: ServerContext): Promise<McpTask> => {
    if (!takesTasks(options, context)) throw missingTasks('Tasks need the tasks extension.');
    return existing(await tasks.get(id, caller), id);
  };
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) =>
    detailedTask(await known(taskId, context)),
  );
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    await known(taskId, context);
    await tasks.answer(taskId, caller, context.mcpReq.inputResponses ?? {});
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    await known(taskId, context);
    await tasks.cancel(taskId, caller);
    return {};
  });
}

function handleLegacyTasks(options: TaskHandlerOptions): void {
  const { server, tasks, caller } = options;
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }) =>
    legacyTask(existing(await tasks.get(taskId, caller), taskId)),
  );
  server.setRequestHandler('tasks/list', { params: z.looseObject({}) }, async () => ({
    tasks: (await tasks.list(caller)).map(legacyTask),
  }));
  server.setRequestHandler('tasks/result', { params }, ({ taskId }, context) =>
    resultOf(options, taskId, context),
  );
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    const task = existing(await tasks.get(taskId, caller), taskId);
    if (hasEnded(task))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Cannot cancel task: already in terminal status '${task.status}'`,
      );
    await tasks.cancel(taskId, caller);
    return legacyTask(existing(await tasks.get(taskId, caller), taskId));
  });
}

/** Waits for the end of a task; what it asks for meanwhile is asked here. */
async function resultOf(options: TaskHandlerOptions, id: string, context: ServerContext) {
  const { tasks, caller } = options;
  for (let round = 0; ; round += 1) {
    const task = existing(await tasks.settled(id, { caller, signal: context.mcpReq.signal }), id);
    if (hasEnded(task)) return finished(task);
    if (round === mostRounds)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Task ${id} got no answer that it can use.`);
    await tasks.answer(id, caller, await asked(options, task, context));
  }
}

/** Asks the client what a task waits for. */
async function asked(
  { server }: TaskHandlerOptions,
  { id, requests = {} }: McpTask,
  context: ServerContext,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, request] of Object.entries(requests)) {
    if (request.method === 'elicitation/create' && server.getClientCapabilities()?.elicitation === undefined)
      throw new MissingRequiredClientCapabilityError(
        { requiredCapabilities: { elicitation: {} } },
        `Task ${id} waits for input that this client cannot give.`,
      );
    const { method } = request;
    const given = 'params' in request ? request.params : {};
    answers[name] = await context.mcpReq.send({ method, params: { ...given, _meta: relatedTask(id) } });
  }
  return answers;
}

function finished({ id, status, result, error }: McpTask): Record<string, unknown> {
  if (result !== undefined) return { ...result, _meta: { ...result._meta, ...relatedTask(id) } };
  if (error !== undefined) throw new ProtocolError(error.code, error.message, error.data);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Task ${id} was ${status}.`);
}

function existing(task: McpTask | undefined, id: string): McpTask {
  if (task !== undefined) return task;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown task: ${id}`);
}
