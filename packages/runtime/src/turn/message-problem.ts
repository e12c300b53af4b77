import { isRecord } from '@goondan/core/basics';

const roles = new Set<unknown>(['system', 'user', 'assistant', 'tool']);

/** Why no model could be sent this as a message; undefined where it can. Looks at the form alone: what a provider makes of the content is its own. */
export function messageProblem(data: unknown): string | undefined {
  if (!isRecord(data)) return 'it is no object';
  const { role, content } = data;
  if (!roles.has(role)) return 'its role is none of system, user, assistant and tool';
  if (typeof content === 'string') return role === 'tool' ? 'of a tool it needs parts' : undefined;
  if (role === 'system') return 'of the system it needs a text';
  if (!Array.isArray(content)) return 'its content is neither a text nor a list of parts';
  return content.map(partProblem).find((problem) => problem !== undefined);
}

function partProblem(part: unknown): string | undefined {
  if (!isRecord(part) || typeof part['type'] !== 'string') return 'one of its parts has no type';
  const { type, text, toolCallId, toolName, output } = part;
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? undefined : `a part of type ${type} has no text`;
    case 'tool-result':
      if (!isRecord(output) || typeof output['type'] !== 'string') return 'a result has no output';
      return callProblem(toolCallId, toolName);
    case 'tool-call':
      return callProblem(toolCallId, toolName);
    default:
      return undefined;
  }
}

function callProblem(toolCallId: unknown, toolName: unknown): string | undefined {
  const isNamed = typeof toolCallId === 'string' && typeof toolName === 'string';
  return isNamed ? undefined : 'a call or a result has no toolCallId or no toolName';
}
