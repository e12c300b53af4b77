import { isRecord } from '@goondan/core';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { problemKey } from '../pin/tool-definition.ts';

/** Under which key of `_meta` a result that is a task carries it. */
const taskKey = 'goondan.ai/task';

/** A line as a message; undefined when it is none, as what a server logs to the wrong place. */
export function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? acceptable(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A message as the SDK takes it, where it would refuse more than has to be refused. */
export function acceptable(message: JSONRPCMessage): JSONRPCMessage {
  return withSoundTools(withTaskAsResult(message));
}

/** A list of tools in which those that break the protocol are marked: the SDK would refuse them all. */
function withSoundTools(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result)) return message;
  const { tools, resultType } = message.result;
  // Only results of the newer revision say what they are.
  const isLegacy = resultType === undefined;
  if (!Array.isArray(tools) || tools.every((tool) => toolProblem(tool, isLegacy) === undefined))
    return message;
  return { ...message, result: { ...message.result, tools: tools.map((tool) => marked(tool, isLegacy)) } };
}

function marked(tool: unknown, isLegacy: boolean): unknown {
  const problem = toolProblem(tool, isLegacy);
  if (problem === undefined) return tool;
  const name = isRecord(tool) && typeof tool['name'] === 'string' ? tool['name'] : '';
  return { name, inputSchema: { type: 'object' }, _meta: { [problemKey]: problem } };
}

function toolProblem(tool: unknown, isLegacy: boolean): string | undefined {
  if (!isRecord(tool) || typeof tool['name'] !== 'string') return 'it has no name';
  const { inputSchema, outputSchema, annotations, description, title, execution } = tool;
  if (!isRecord(inputSchema) || inputSchema['type'] !== 'object')
    return 'its input schema is not that of an object';
  if (outputSchema !== undefined && !isOutputSchema(outputSchema, isLegacy))
    return 'its output schema is not a valid one';
  if ([annotations, execution].some((part) => part !== undefined && !isRecord(part)))
    return 'its annotations are none';
  const isText = [description, title].every((text) => text === undefined || typeof text === 'string');
  return isText ? undefined : 'its description is no text';
}

function isOutputSchema(schema: unknown, isLegacy: boolean): boolean {
  if (!isRecord(schema)) return false;
  const { type } = schema;
  return isLegacy ? type === 'object' : type === undefined || typeof type === 'string' || Array.isArray(type);
}

/**
 * A message whose result is a task, of either revision, as one that the SDK takes for the result of a tool: it knows no tasks and would refuse
 * the one kind and cut the other.
 */
function withTaskAsResult(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result)) return message;
  const { result } = message;
  const task = result['resultType'] === 'task' ? result : result['task'];
  if (!isRecord(task) || typeof task['taskId'] !== 'string') return message;
  const isModern = result['resultType'] !== undefined;
  return {
    ...message,
    result: {
      ...(isModern ? { resultType: 'complete' } : {}),
      content: [],
      _meta: { [taskKey]: task },
    },
  };
}

/** The task that a result stands for. */
export function taskIn(result: { readonly _meta?: unknown }): Record<string, unknown> | undefined {
  const meta = result._meta;
  const task = isRecord(meta) ? meta[taskKey] : undefined;
  return isRecord(task) ? task : undefined;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    isRecord(value) &&
    value['jsonrpc'] === '2.0' &&
    ('method' in value || 'result' in value || 'error' in value)
  );
}
