import {
  argumentText,
  sse,
  textPieces,
  type WireFormat,
  type WireReply,
  type WireTurn,
} from './wire-reply.ts';
import { startWire, type WireServer } from './wire-server.ts';

const model = 'wire-model';
const usage = {
  prompt_tokens: 11,
  completion_tokens: 7,
  total_tokens: 18,
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 2 },
};

/** Chat completions, for openai-compatible and for openai with `api: chat`. */
const chatFormat: WireFormat = {
  isStreamed: hasStream,
  events: (turn) => [
    chunk({ role: 'assistant' }),
    ...(turn.reasoning === undefined ? [] : [chunk({ reasoning_content: turn.reasoning.text })]),
    ...textPieces(turn).map((content) => chunk({ content })),
    ...(turn.calls ?? []).flatMap((call, index) => {
      const text = argumentText(call);
      const half = Math.ceil(text.length / 2);
      const first = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
      return [
        chunk({ tool_calls: [first] }),
        chunk({ tool_calls: [{ index, function: { arguments: text.slice(0, half) } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] }),
      ];
    }),
  ],
  endEvents: (turn) => [chunk({}, finishOf(turn)), sse({ ...base(), choices: [], usage }), sse('[DONE]')],
  errorEvent: ({ type, message }) => sse({ error: { message, type, param: null, code: type } }),
  whole: (turn) => ({
    ...base(),
    object: 'chat.completion',
    choices: [{ index: 0, message: chatMessage(turn), finish_reason: finishOf(turn) }],
    usage,
  }),
  refusal: (message, type) => ({ error: { message, type, param: null, code: type } }),
};

/** The Responses interface, for openai. */
const responsesFormat: WireFormat = {
  isStreamed: hasStream,
  events: (turn) => [
    sse({ type: 'response.created', response: { id: 'resp_1', created_at: 1, model } }),
    ...outputItems(turn).flatMap((item, index) => itemEvents(item, index, turn)),
  ],
  endEvents: () => [sse({ type: 'response.completed', response: { id: 'resp_1', usage: responsesUsage } })],
  errorEvent: ({ type, message }) =>
    sse({ type: 'error', sequence_number: 9, error: { type, code: type, message, param: null } }),
  whole: (turn) => ({ id: 'resp_1', created_at: 1, model, output: outputItems(turn), usage: responsesUsage }),
  refusal: (message, type) => ({ error: { message, type, param: null, code: type } }),
};

const responsesUsage = {
  input_tokens: 11,
  output_tokens: 7,
  input_tokens_details: { cached_tokens: 3 },
  output_tokens_details: { reasoning_tokens: 2 },
};

/** A fake OpenAI: chat completions (also for openai-compatible) and Responses, by the path that is asked. */
export function startOpenAiWire(
  replies: readonly WireReply[],
  api: 'chat' | 'responses' = 'chat',
): Promise<WireServer> {
  return startWire(api === 'chat' ? chatFormat : responsesFormat, replies, '/v1');
}

function hasStream(_path: string, body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
}

function base(): Record<string, unknown> {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
}

function chunk(delta: Record<string, unknown>, reason: string | null = null): string {
  return sse({ ...base(), choices: [{ index: 0, delta, finish_reason: reason }] });
}

function finishOf({ calls = [] }: WireTurn): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function chatMessage(turn: WireTurn): Record<string, unknown> {
  return {
    role: 'assistant',
    content: textPieces(turn).join('') || null,
    ...(turn.reasoning === undefined ? {} : { reasoning_content: turn.reasoning.text }),
    ...(turn.calls === undefined
      ? {}
      : {
          tool_calls: turn.calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: argumentText(call) },
          })),
        }),
  };
}

type Item = Record<string, unknown> & { type: string; id: string };

function outputItems(turn: WireTurn): Item[] {
  const { reasoning, calls = [] } = turn;
  const text = textPieces(turn).join('');
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: 'reasoning',
            id: 'rs_1',
            encrypted_content: reasoning.signature,
            summary: [{ type: 'summary_text', text: reasoning.text }],
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map((call, index) => ({
      type: 'function_call',
      id: `fc_${index}`,
      call_id: call.id,
      name: call.name,
      arguments: argumentText(call),
      status: 'completed',
    })),
  ];
}

function itemEvents(item: Item, output_index: number, turn: WireTurn): string[] {
  const place = { output_index, item_id: item.id };
  const added = item.type === 'function_call' ? { ...item, arguments: '' } : item;
  const inner = {
    reasoning: [
      { type: 'response.reasoning_summary_part.added', ...place, summary_index: 0 },
      {
        type: 'response.reasoning_summary_text.delta',
        ...place,
        summary_index: 0,
        delta: turn.reasoning?.text,
      },
    ],
    message: textPieces(turn).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    function_call: [
      { type: 'response.function_call_arguments.delta', ...place, delta: item['arguments'] },
      { type: 'response.function_call_arguments.done', ...place, arguments: item['arguments'] },
    ],
  };
  const between: readonly unknown[] = Object.entries(inner).find(([type]) => type === item.type)?.[1] ?? [];
  return [
    sse({ type: 'response.output_item.added', output_index, item: added }),
    ...between.map((event) => sse(event)),
    sse({ type: 'response.output_item.done', output_index, item }),
  ];
}
