import type { LanguageModelV4 } from '@ai-sdk/provider';
import { GoondanError, type Environment } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';
import type { ConnectionOptions } from '@goondan/core/resource';
import { requiredApiKey } from './api-key.ts';

/** Imports the provider of a Model and opens it. Throws `E_MODEL_AUTH` when its key is missing. */
export async function loadLanguageModel(
  resource: ModelResource,
  options: ConnectionOptions,
  env: Environment,
): Promise<LanguageModelV4> {
  const { provider, model, endpoint } = resource.spec;
  const apiKey = requiredApiKey(resource, env);
  const settings = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(endpoint === undefined ? {} : { baseURL: endpoint }),
  };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI(settings);
      return options.api === 'chat' ? openai.chat(model) : openai.responses(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const about = { name: 'openai-compatible', includeUsage: true };
      return createOpenAICompatible({ ...settings, ...about, baseURL: endpoint ?? '' }).chatModel(model);
    }
    case 'scripted':
    case 'record':
    case 'replay':
      throw new GoondanError(
        'E_CONFIG_VALUE',
        `${provider} is not a provider that is asked over the network.`,
      );
  }
}
