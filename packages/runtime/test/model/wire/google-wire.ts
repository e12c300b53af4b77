import { sse, textPieces, type WireFormat, type WireReply, type WireTurn } from './wire-reply.ts';
import { startWire, type WireServer } from './wire-server.ts';

const usageMetadata = {
  promptTokenCount: 11,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 2,
  totalTokenCount: 18,
};

/** Gemini's generateContent. */
const geminiFormat: WireFormat = {
  isStreamed: (path) => path.includes(':streamGenerateContent'),
  events: (turn) => parts(turn).map((part) => sse(content([part]))),
  endEvents: () => [sse(finished([]))],
  errorEvent: ({ type, message }) => sse({ error: { code: 503, message, status: type } }),
  whole: (turn) => finished(parts(turn)),
  refusal: (message, type) => ({ error: { code: 400, message, status: type } }),
};

/** A fake Gemini. */
export function startGoogleWire(replies: readonly WireReply[]): Promise<WireServer> {
  return startWire(geminiFormat, replies, '/v1beta');
}

function parts(turn: WireTurn): unknown[] {
  const { reasoning, calls = [] } = turn;
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning.text, thought: true }]),
    ...textPieces(turn).map((text) => ({ text })),
    ...calls.map(({ name, args }, index) => ({
      functionCall: { name, args },
      ...(index === 0 && reasoning !== undefined ? { thoughtSignature: reasoning.signature } : {}),
    })),
  ];
}

function content(items: readonly unknown[]): Record<string, unknown> {
  return { responseId: 'g-1', candidates: [{ content: { role: 'model', parts: items } }] };
}

function finished(items: readonly unknown[]): Record<string, unknown> {
  return {
    responseId: 'g-1',
    candidates: [{ content: { role: 'model', parts: items }, finishReason: 'STOP' }],
    usageMetadata,
  };
}
