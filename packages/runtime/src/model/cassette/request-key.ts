import type { ModelRequest } from '../agent-model.ts';
import { promptOf } from '../prompt/prompt-of.ts';
import { toolsOf } from '../prompt/tools-of.ts';
import * as shape from '../../shape/shape.ts';

/** What tells one request from another, each part as a digest, and a line for people. */
export const requestKeySchema = shape.object({
  digest: shape.string(),
  about: shape.string(),
  instructions: shape.string(),
  messages: shape.array(shape.string()),
  tools: shape.string(),
  params: shape.string(),
});

/** See `requestKeySchema`. */
export type RequestKey = shape.Infer<typeof requestKeySchema>;

const longestAbout = 80;

/**
 * The key of a request. Ids of calls count by their order, and what only a provider reads does not count, so that a
 * conversation had again has the same keys.
 */
export function requestKeyOf(request: ModelRequest, params: object): RequestKey {
  const prompt = promptOf(undefined, request.messages);
  const idOrder = new Map<string, number>();
  const parts = {
    instructions: digestOf(request.instructions ?? '', idOrder),
    messages: prompt.map((message) => digestOf(message, idOrder)),
    tools: digestOf(toolsOf(request.tools), idOrder),
    params: digestOf(paramsOf(request, params), idOrder),
  };
  return { digest: digestOf(parts, idOrder), about: aboutOf(prompt.at(-1)), ...parts };
}

function paramsOf({ maxOutputTokens }: ModelRequest, params: object): object {
  return maxOutputTokens === undefined ? params : { ...params, maxOutputTokens };
}

function digestOf(value: unknown, idOrder: Map<string, number>): string {
  const text = JSON.stringify(value, (key, item: unknown) => stable(key, item, idOrder)) ?? '';
  return Bun.SHA256.hash(text, 'hex').slice(0, 24);
}

function stable(key: string, value: unknown, idOrder: Map<string, number>): unknown {
  if (key === 'providerOptions') return undefined;
  if (key === 'toolCallId' && typeof value === 'string') {
    const order = idOrder.get(value) ?? idOrder.size;
    idOrder.set(value, order);
    return order;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function aboutOf(message: ReturnType<typeof promptOf>[number] | undefined): string {
  if (message === undefined) return 'nothing';
  if (typeof message.content === 'string')
    return `${message.role}: ${message.content.slice(0, longestAbout)}`;
  const words = message.content.map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'tool-result' ? `result of ${part.toolName}` : part.type;
  });
  return `${message.role}: ${words.join(', ').slice(0, longestAbout)}`;
}
