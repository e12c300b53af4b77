import { isRecord, type JsonObject, type JsonValue, type Message, type ToolCall } from '@goondan/core';
import type { AnswerPart, ModelAnswer } from '../model/agent-model.ts';

/** A tool call as a model asked for it. */
export interface AskedCall extends ToolCall {
  /** Why its arguments could not be read; then it is not run. */
  readonly malformed?: string;
}

type CallPart = Extract<AnswerPart, { type: 'tool-call' }>;
type AssistantContent = Exclude<Extract<Message['data'], { role: 'assistant' }>['content'], string>;

/** The answer with ids that no other call of the turn has (SPEC §5): a conversation with two calls of one id is refused by providers. */
export function withUniqueIds(answer: ModelAnswer, taken: ReadonlySet<string>): ModelAnswer {
  const used = new Set(taken);
  const parts = answer.parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    const toolCallId = freeId(part.toolCallId, used);
    used.add(toolCallId);
    return toolCallId === part.toolCallId ? part : { ...part, toolCallId };
  });
  return { ...answer, parts };
}

/** The calls of an answer, in the model's order. */
export function callsOf({ parts }: ModelAnswer): AskedCall[] {
  return parts.filter((part) => part.type === 'tool-call').map(askedCall);
}

/** What the model said in words. */
export function textOf({ parts }: ModelAnswer): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** The message an answer is in the conversation. */
export function answerMessage(
  answer: ModelAnswer,
  { id, stepIndex, at }: { readonly id: string; readonly stepIndex: number; readonly at: number },
): Message {
  return {
    id,
    data: { role: 'assistant', content: answer.parts.map(contentPart) },
    metadata: {},
    createdAt: new Date(at),
    source: { type: 'assistant', stepIndex },
  };
}

function freeId(wanted: string, used: ReadonlySet<string>): string {
  const base = wanted === '' ? 'call' : wanted;
  let id = base;
  for (let count = 2; used.has(id) || id === ''; count += 1) id = `${base}-${count}`;
  return id;
}

function askedCall({ toolCallId, toolName, input, malformed }: CallPart): AskedCall {
  const problem = malformed ?? (isJsonObject(input) ? undefined : 'they are no JSON object');
  const args = isJsonObject(input) ? input : {};
  return { id: toolCallId, name: toolName, args, ...(problem === undefined ? {} : { malformed: problem }) };
}

function contentPart(part: AnswerPart): AssistantContent[number] {
  if (part.type !== 'tool-call') return part;
  const { malformed: _malformed, input, toolName, ...rest } = part;
  // What is no object would be refused when it goes back, and with it every later request of the conversation.
  return { ...rest, toolName: legalName(toolName), input: isJsonObject(input) ? input : {} };
}

/** A name that providers take back, also where a model invented another. */
export function legalName(name: string): string {
  const legal = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return legal === '' ? '_' : legal;
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return isRecord(value);
}
