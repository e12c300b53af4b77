import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { GoondanError, truncateErrorMessage } from '@goondan/core';
import type { AgentModel, ModelAnswer, ModelRequest } from './agent-model.ts';
import { attemptOnce, type AttemptResult, type AttemptSettings } from './attempt/attempt.ts';
import { systemClock, wait, type ModelClock } from './attempt/clock.ts';
import type { ModelFailure } from './attempt/model-failure.ts';
import { longestWaitMs, retryWaitMs } from './attempt/retry-wait.ts';
import { thrownFailure } from './attempt/thrown-failure.ts';
import type { CallParams } from './call-params.ts';
import { openedPrompt } from './prompt/opened-prompt.ts';
import { promptOf } from './prompt/prompt-of.ts';
import { toolsOf } from './prompt/tools-of.ts';
import { maskSecrets } from './secrets.ts';

const longestMessage = 1000;

/** How a language model is asked. */
export interface AgentModelSettings {
  /** Needed where the model is only loaded at the first call. */
  readonly provider?: string;
  readonly modelId?: string;
  /** Sent with each request. */
  readonly params?: CallParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: SharedV4ProviderOptions;
  /** Default true. */
  readonly stream?: boolean;
  /** How long the model may stay silent. Default 120 s. */
  readonly timeoutMs?: number;
  /** How often it is asked again. Default 3. */
  readonly maxRetries?: number;
  /** Values that must not stand in any message. */
  readonly secrets?: readonly string[];
  readonly clock?: ModelClock;
  /** Spreads the waits between attempts; from 0 to 1. */
  readonly random?: () => number;
}

/** Makes what an agent thinks with of any language model of the AI SDK, or of what loads one at the first call. */
export function agentModelOf(
  languageModel: LanguageModelV4 | (() => Promise<LanguageModelV4>),
  settings: AgentModelSettings = {},
): AgentModel {
  const isLoaded = typeof languageModel !== 'function';
  const provider = settings.provider ?? (isLoaded ? languageModel.provider : 'custom');
  const modelId = settings.modelId ?? (isLoaded ? languageModel.modelId : 'custom');
  const load = isLoaded ? () => languageModel : languageModel;
  const { maxRetries = 3, random = Math.random, secrets = [] } = settings;
  const attemptSettings: AttemptSettings = {
    isStreamed: settings.stream ?? true,
    timeoutMs: settings.timeoutMs ?? 120_000,
    clock: settings.clock ?? systemClock,
  };

  async function attempt(
    request: ModelRequest,
    options: LanguageModelV4CallOptions,
    number: number,
  ): Promise<AttemptResult> {
    let model: LanguageModelV4;
    try {
      model = await load();
    } catch (thrown) {
      const failure = thrownFailure(thrown, attemptSettings.clock.now());
      return { status: 'failed', failure: { ...failure, isRetryable: false } };
    }
    return attemptOnce({ model, options, request, number, settings: attemptSettings });
  }

  async function call(request: ModelRequest): Promise<ModelAnswer> {
    request.signal.throwIfAborted();
    const options = callOptions(request, settings);
    for (let number = 1; ; number += 1) {
      const result = await attempt(request, options, number);
      if (result.status === 'answered') return result.answer;
      const waitMs = retryWaitMs(result.failure, number, random);
      const isLast = !result.failure.isRetryable || number > maxRetries || waitMs > longestWaitMs;
      const error = errorOf(result.failure, { subject: `${provider} '${modelId}'`, number, waitMs, secrets });
      if (isLast) throw error;
      request.onRetry?.({ attempt: number, waitMs, code: error.code, message: error.message });
      try {
        await wait(waitMs, request.signal, attemptSettings.clock);
      } finally {
        request.signal.throwIfAborted();
      }
    }
  }

  return { provider, modelId, call };
}

function callOptions(request: ModelRequest, settings: AgentModelSettings): LanguageModelV4CallOptions {
  const { params, headers, providerOptions } = settings;
  return {
    ...params,
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    prompt: openedPrompt(promptOf(request.instructions, request.messages)),
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request.tools), toolChoice: { type: 'auto' } }),
    ...(headers === undefined ? {} : { headers }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

interface Circumstances {
  readonly subject: string;
  readonly number: number;
  readonly waitMs: number;
  readonly secrets: readonly string[];
}

/** Without its cause: what providers throw holds requests and headers. */
function errorOf(failure: ModelFailure, { subject, number, waitMs, secrets }: Circumstances): GoondanError {
  const attempts = number === 1 ? '' : ` (after ${number} attempts)`;
  const when = waitMs > longestWaitMs ? ` It asks to be left alone for ${Math.ceil(waitMs / 1000)} s.` : '';
  const message =
    failure.isWorded === true ? failure.message : `${subject}${attempts}: ${failure.message}${when}`;
  return new GoondanError(
    failure.code,
    truncateErrorMessage(maskSecrets(message, secrets), longestMessage),
    failure.suggestion === undefined ? {} : { suggestion: maskSecrets(failure.suggestion, secrets) },
  );
}
