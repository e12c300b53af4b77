import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Usage } from '../../telemetry/runtime-event.ts';

/** The tokens a provider counted; what it does not say counts as none. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const input = inputTokens.total ?? sum(inputTokens.noCache, inputTokens.cacheRead, inputTokens.cacheWrite);
  const output = outputTokens.total ?? sum(outputTokens.text, outputTokens.reasoning);
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output,
    ...(outputTokens.reasoning === undefined ? {} : { reasoningTokens: outputTokens.reasoning }),
    ...(inputTokens.cacheRead === undefined ? {} : { cachedInputTokens: inputTokens.cacheRead }),
  };
}

function sum(...counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}
