import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { GoondanError } from '@goondan/core';
import type { Script } from '@goondan/core/resource';
import { piecesOf } from '../pieces-of.ts';
import { chooseAnswer } from './choose-answer.ts';
import { scriptShape } from './script-shape.ts';
import { situationOf } from './situation.ts';

/** A model that answers from rules, with no network and no key: for examples, tests and demonstrations. */
export function createScriptedModel(modelId: string, options: unknown): LanguageModelV4 {
  const parsed = scriptShape.safeParse(options);
  if (!parsed.success) {
    throw new GoondanError(
      'E_CONFIG_VALUE',
      `The script of model '${modelId}' is not valid: ${parsed.error.message}`,
    );
  }
  const script = parsed.data;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    doGenerate: async (call) => generate(script, call),
    doStream: async (call) => ({ stream: streamOf(generate(script, call)) }),
  };
}

function generate(script: Script, call: LanguageModelV4CallOptions): LanguageModelV4GenerateResult {
  call.abortSignal?.throwIfAborted();
  const answer = chooseAnswer(script, situationOf(call.prompt));
  const content: LanguageModelV4Content[] = [
    ...(answer.text === undefined ? [] : [{ type: 'text' as const, text: answer.text }]),
    ...answer.calls.map(({ id, tool, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      input: JSON.stringify(args),
    })),
  ];
  const input = tokensOf(JSON.stringify(call.prompt));
  const output = tokensOf(JSON.stringify(content));
  return {
    content,
    finishReason: { unified: answer.calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
    },
    warnings: [],
  };
}

/** Text comes word by word, as from a real model, and calls whole. */
function streamOf({
  content,
  finishReason,
  usage,
}: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const [index, item] of content.entries()) {
    const id = String(index);
    if (item.type === 'tool-call') parts.push(item);
    if (item.type !== 'text') continue;
    parts.push({ type: 'text-start', id });
    for (const delta of piecesOf(item.text)) parts.push({ type: 'text-delta', id, delta });
    parts.push({ type: 'text-end', id });
  }
  parts.push({ type: 'finish', finishReason, usage });
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** The usual rule of thumb; it makes budgets work without a tokenizer. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
