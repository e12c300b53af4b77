import { GoondanError, type JsonObject } from '@goondan/core';
import {
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { errorToolResult } from './error-tool-result.ts';
import { requestContext, takesTasks, tasksExtension, type Exchange } from './request-context.ts';
import type { McpCallContext, McpCallStep, McpSource } from './source.ts';
import { asTaskAnswer } from './task-answering-server.ts';
import { createdTask } from './task-wire.ts';
import type { McpTool } from './tool.ts';

/** What the handlers of tools stand on. */
export interface ToolHandlerOptions extends Exchange {
  readonly source: McpSource;
  readonly codec: RequestStateCodec;
}

/** Lets clients list the tools and call them. */
export function handleTools(options: ToolHandlerOptions): void {
  const { server, source, caller } = options;
  const allowed = async (): Promise<McpTool[]> =>
    (await source.tools()).filter(({ name }) => caller.allows(name));
  server.setRequestHandler('tools/list', async () => ({ tools: await allowed() }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = (await allowed()).find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const tasks = taskMode(options, tool, { context, isWanted: params.task !== undefined });
    const call = { name: params.name, args: jsonArguments(params.arguments) };
    const step = await callOrFailure(source, call, { ...requestContext(options, context), tasks });
    if (step.kind === 'task') return asTaskAnswer(createdTask(options.era, step.task));
    if (step.kind === 'input') {
      const { requests, state } = step;
      return inputRequired({
        inputRequests: requests,
        ...(state === undefined ? {} : { requestState: await options.codec.mint(state, context) }),
      });
    }
    return server.projectCallToolResult(step.result, tool.outputSchema);
  });
}

/** What a source rejects with is the failure of the tool, and a result like any other. */
async function callOrFailure(
  source: McpSource,
  call: Parameters<McpSource['call']>[0],
  context: McpCallContext,
): Promise<McpCallStep> {
  try {
    return await source.call(call, context);
  } catch (thrown) {
    if (thrown instanceof GoondanError) return { kind: 'result', result: errorToolResult(thrown) };
    throw thrown;
  }
}

/** Whether a call may become a task. In the older family the client asks for it, in the newer the server chooses. */
function taskMode(
  options: ToolHandlerOptions,
  { name, execution }: McpTool,
  { context, isWanted }: { readonly context: ServerContext; readonly isWanted: boolean },
): McpCallContext['tasks'] {
  const support = options.source.tasks === undefined ? 'forbidden' : (execution?.taskSupport ?? 'forbidden');
  if (options.era === 'legacy') {
    if (isWanted && support === 'forbidden')
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `Tool ${name} cannot be called as a task.`);
    if (!isWanted && support === 'required')
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `Tool ${name} must be called as a task.`);
    return isWanted ? 'wanted' : 'none';
  }
  if (support === 'forbidden') return 'none';
  if (takesTasks(options, context)) return 'allowed';
  if (support === 'optional') return 'none';
  throw missingTasks(`Tool ${name} is answered as a task.`);
}

/** What a client is told that does not take tasks where there is no other way. */
export function missingTasks(message: string): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    message,
  );
}

/** They came over the wire as JSON; the types of the SDK say less. */
function jsonArguments(args: unknown): JsonObject {
  return isJsonObject(args) ? args : {};
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
