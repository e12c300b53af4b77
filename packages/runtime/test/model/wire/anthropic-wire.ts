import {
  argumentText,
  sse,
  textPieces,
  type WireFormat,
  type WireReply,
  type WireTurn,
} from './wire-reply.ts';
import { startWire, type WireServer } from './wire-server.ts';

const model = 'wire-claude';
const inputUsage = { input_tokens: 8, cache_read_input_tokens: 3, cache_creation_input_tokens: 0 };

/** Anthropic Messages. */
const messagesFormat: WireFormat = {
  isStreamed: (_path, body) =>
    typeof body === 'object' && body !== null && 'stream' in body && body.stream === true,
  events: (turn) => [
    event({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        usage: { ...inputUsage, output_tokens: 1 },
      },
    }),
    ...blocks(turn).flatMap(({ start, deltas }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      event({ type: 'ping' }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      // A stream that breaks off does so inside its last block.
      ...(isOpen(turn) && index === blocks(turn).length - 1
        ? []
        : [event({ type: 'content_block_stop', index })]),
    ]),
  ],
  endEvents: (turn) => [
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReason(turn), stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event({ type: 'message_stop' }),
  ],
  errorEvent: (error) => event({ type: 'error', error }),
  whole: (turn) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: blocks(turn).map(({ whole }) => whole),
    stop_reason: stopReason(turn),
    stop_sequence: null,
    usage: { ...inputUsage, output_tokens: 7 },
  }),
  refusal: (message, type) => ({ type: 'error', error: { type, message } }),
};

/** A fake Anthropic. */
export function startAnthropicWire(replies: readonly WireReply[]): Promise<WireServer> {
  return startWire(messagesFormat, replies, '/v1');
}

function event(data: { type: string } & Record<string, unknown>): string {
  return sse(data, data.type);
}

function isOpen({ end = 'complete', error }: WireTurn): boolean {
  return end !== 'complete' || error !== undefined;
}

function stopReason({ calls = [] }: WireTurn): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

interface Block {
  readonly start: unknown;
  readonly deltas: readonly unknown[];
  readonly whole: unknown;
}

function blocks(turn: WireTurn): Block[] {
  const { reasoning, calls = [] } = turn;
  const pieces = textPieces(turn);
  return [
    ...(reasoning === undefined ? [] : [thinking(reasoning)]),
    ...(pieces.length === 0
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: pieces.map((text) => ({ type: 'text_delta', text })),
            whole: { type: 'text', text: pieces.join('') },
          },
        ]),
    ...calls.map((call) => {
      const text = argumentText(call);
      const half = Math.ceil(text.length / 2);
      const about = { type: 'tool_use', id: call.id, name: call.name };
      return {
        start: { ...about, input: {} },
        deltas: [text.slice(0, half), text.slice(half)].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
        whole: { ...about, input: call.args },
      };
    }),
  ];
}

function thinking({ text, signature }: NonNullable<WireTurn['reasoning']>): Block {
  return {
    start: { type: 'thinking', thinking: '' },
    deltas: [
      { type: 'thinking_delta', thinking: text },
      { type: 'signature_delta', signature },
    ],
    whole: { type: 'thinking', thinking: text, signature },
  };
}
