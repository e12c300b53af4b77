import type { JsonValue, Message, ToolResult } from '@goondan/core';
import { legalName } from './answer.ts';

type ToolContent = Extract<Message['data'], { role: 'tool' }>['content'];
type Output = Extract<ToolContent[number], { type: 'tool-result' }>['output'];

/** What makes a result a message of the conversation. */
export interface ResultMessageOptions {
  readonly id: string;
  readonly result: ToolResult;
  /** When it was there, in milliseconds since 1970. */
  readonly at: number;
  /** Said to the model beside the result (LOOP-1). */
  readonly notice: string | undefined;
}

/** The message that gives the model the result of a call (PIPE-2). */
export function resultMessage({ id, result, at, notice }: ResultMessageOptions): Message {
  const { toolCallId, toolName } = result;
  return {
    id,
    data: {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId, toolName: legalName(toolName), output: outputOf(result, notice) },
      ],
    },
    metadata: {},
    createdAt: new Date(at),
    source: { type: 'tool', toolCallId, toolName },
  };
}

function outputOf(result: ToolResult, notice: string | undefined): Output {
  const { status, error, handle, output = null } = result;
  switch (status) {
    case 'error':
      return {
        type: 'error-json',
        value: { status, error: { ...error }, ...(notice === undefined ? {} : { notice }) },
      };
    case 'pending': {
      const hint = 'The result follows later, as a message that names this handle.';
      return { type: 'json', value: { status, handle: handle ?? null, note: notice ?? hint } };
    }
    case 'ok':
      return notice === undefined ? plain(output) : noticed(output, notice);
  }
}

function plain(output: JsonValue): Output {
  return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output };
}

function noticed(output: JsonValue, notice: string): Output {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'text', text: notice },
    ],
  };
}
