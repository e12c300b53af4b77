import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

type Usage = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'];

/** Ten tokens in, five out. */
export const usage: Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

/** The end of a good answer. */
export const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  usage,
  finishReason: { unified: 'stop', raw: 'stop' },
};

/** A language model in memory: each call is answered by `stream`. */
export function languageModel(
  stream: (options: LanguageModelV4CallOptions) => Promise<ReadableStream<LanguageModelV4StreamPart>>,
): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'memory',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('only streams')),
    doStream: async (options) => ({ stream: await stream(options) }),
  };
}

/** A stream of these pieces that is closed after them unless told otherwise. */
export function streamOf(
  pieces: readonly LanguageModelV4StreamPart[],
  { isLeftOpen = false, onCancel }: { isLeftOpen?: boolean; onCancel?: () => void } = {},
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!isLeftOpen) controller.close();
    },
    cancel() {
      onCancel?.();
    },
  });
}
