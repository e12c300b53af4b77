import type {
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { isRecord, parseJson } from '@goondan/core';

/** One tool result the model was just given. */
export interface ScriptedResult {
  readonly tool: string;
  readonly status: 'ok' | 'error';
  readonly value: unknown;
}

/** What a conversation comes to, as far as rules look at it. */
export interface Situation {
  /** Text of the last user message. */
  readonly input: string;
  /** The results at the end of the conversation; empty when a person spoke last. */
  readonly results: readonly ScriptedResult[];
  /** Tool calls made so far: makes the ids of the next ones. */
  readonly callCount: number;
}

/** Reads a conversation from its end. */
export function situationOf(prompt: LanguageModelV4Prompt): Situation {
  const lastUser = prompt.findLast((message) => message.role === 'user');
  const texts = lastUser?.content.map((part) =>
    typeof part !== 'string' && part.type === 'text' ? part.text : '',
  );
  return { input: (texts ?? []).join(''), results: resultsAtEnd(prompt), callCount: countCalls(prompt) };
}

/** Results may come as one message or as several. */
function resultsAtEnd(prompt: LanguageModelV4Prompt): ScriptedResult[] {
  const start = prompt.findLastIndex((message) => message.role !== 'tool') + 1;
  return prompt.slice(start).flatMap((message) => {
    if (message.role !== 'tool') return [];
    return message.content.flatMap((part) => (part.type === 'tool-result' ? [resultOf(part)] : []));
  });
}

function resultOf({ toolName, output }: LanguageModelV4ToolResultPart): ScriptedResult {
  switch (output.type) {
    case 'text':
    case 'json':
      return { tool: toolName, status: 'ok', value: output.value };
    case 'content':
      return { tool: toolName, status: 'ok', value: contentValue(output.value) };
    case 'error-text':
      return { tool: toolName, status: 'error', value: output.value };
    case 'error-json':
      return { tool: toolName, status: 'error', value: errorValue(output.value) };
    case 'execution-denied':
      return { tool: toolName, status: 'error', value: output.reason ?? 'denied' };
  }
}

/** What failed is the error itself, without the result around it: `{{result.message}}`. */
function errorValue(value: unknown): unknown {
  return isRecord(value) && isRecord(value.error) ? value.error : value;
}

type Content = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'];

/** Tools that give images or files say in their first text what the result is, as JSON where they can. */
function contentValue(content: Content): unknown {
  const first = content.find((item) => item.type === 'text');
  if (first === undefined) return content;
  try {
    return parseJson(first.text);
  } catch {
    return content;
  }
}

function countCalls(prompt: LanguageModelV4Prompt): number {
  const assistants = prompt.filter((message) => message.role === 'assistant');
  return assistants.flatMap((message) => message.content.filter((part) => part.type === 'tool-call')).length;
}
