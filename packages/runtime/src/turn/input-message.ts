import { isRecord, type AgentEvent, type JsonValue, type Message } from '@goondan/core';

/** The message an event comes to the model as. */
export function inputMessage(event: AgentEvent, turnId: string): Message {
  return {
    id: `${turnId}/input`,
    data: { role: 'user', content: textOf(event) },
    metadata: {},
    createdAt: new Date(event.createdAt),
    source: { type: 'user' },
  };
}

function textOf({ type, input = null }: AgentEvent): string {
  return type === 'tool.completed' ? completionText(input) : asText(input);
}

/** A call that ended later names itself; its own result was `pending` and stays so (PEND-2). */
function completionText(input: JsonValue): string {
  if (!isRecord(input)) return asText(input);
  const { toolName, toolCallId, handle, outcome } = input;
  return [
    `The call ${asText(toolCallId ?? null)} of ${asText(toolName ?? null)}, which was pending under the handle ${asText(handle ?? null)}, has ended.`,
    `Result: ${asText(outcome ?? null)}`,
  ].join('\n');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
