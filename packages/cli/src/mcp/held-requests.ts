import { isRecord, type JsonValue } from '@goondan/core';
import type { McpInputRequests } from '@goondan/mcp';
import type { HeldCallView } from '@goondan/runtime';

/** Held calls as what a client's person is asked, by their handles. */
export function heldRequests(calls: readonly HeldCallView[]): McpInputRequests {
  return Object.fromEntries(
    calls.flatMap((call) => (typeof call.handle === 'string' ? [[call.handle, requestOf(call)]] : [])),
  );
}

/** What is recorded for a person's answer; undefined where it is none. Whoever turns the question away has not allowed it. */
export function heldOutcome({ rule }: HeldCallView, answer: unknown): JsonValue | undefined {
  if (!isRecord(answer)) return undefined;
  const { action, content } = answer;
  if (action !== 'accept') {
    const note = action === 'decline' ? 'declined in the MCP client' : 'dismissed in the MCP client';
    return rule === null ? null : { decision: 'deny', note };
  }
  if (!isRecord(content)) return undefined;
  if (rule === null) return typeof content['answer'] === 'string' ? content['answer'] : undefined;
  const note = typeof content['note'] === 'string' && content['note'] !== '' ? { note: content['note'] } : {};
  if (content['decision'] === 'approve') return { decision: 'approve', ...note };
  return content['decision'] === 'deny' ? { decision: 'deny', ...note } : undefined;
}

function requestOf({ agentName, toolName, args, rule }: HeldCallView): McpInputRequests[string] {
  const call = `${agentName} wants ${toolName} ${JSON.stringify(args)}`;
  const isQuestion = rule === null;
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: isQuestion ? call : `${call}\nrule: ${typeof rule === 'string' ? rule : JSON.stringify(rule)}`,
      requestedSchema: isQuestion
        ? {
            type: 'object',
            properties: { answer: { type: 'string', title: 'Answer' } },
            required: ['answer'],
          }
        : {
            type: 'object',
            properties: {
              decision: { type: 'string', title: 'Decision', enum: ['approve', 'deny'] },
              note: { type: 'string', title: 'Note', description: 'Told to the agent when you deny it.' },
            },
            required: ['decision'],
          },
    },
  };
}
