import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { parseJson } from '@goondan/core';
import type { AnswerPart } from '../agent-model.ts';

/** What must go back to the provider with a part, such as the signature of a thought. */
export type PartOptions = NonNullable<AnswerPart['providerOptions']>;

/** The metadata of a part, laid over what came with its earlier pieces. */
export function mergeOptions(
  earlier: PartOptions | undefined,
  metadata: SharedV4ProviderMetadata | undefined,
): PartOptions | undefined {
  if (metadata === undefined) return earlier;
  const later = plainOptions(metadata);
  if (earlier === undefined) return later;
  const merged: PartOptions = { ...earlier };
  for (const [provider, options] of Object.entries(later)) {
    merged[provider] = { ...merged[provider], ...options };
  }
  return merged;
}

/** Through text, because what is recorded must be what goes back: without undefined, dates or shared objects. */
function plainOptions(metadata: SharedV4ProviderMetadata): PartOptions {
  const plain: PartOptions = {};
  for (const [provider, options] of Object.entries(metadata)) {
    const copy = parseJson(JSON.stringify(options));
    if (typeof copy === 'object' && copy !== null && !Array.isArray(copy)) plain[provider] = copy;
  }
  return plain;
}
