import { GoondanError, suggestionOf, type ErrorCode } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';
import type { AgentModel } from '../agent-model.ts';
import { variableOf } from './api-key.ts';

/** The same model, whose failures say which key or address of its document to look at. */
export function advised(model: AgentModel, resource: ModelResource): AgentModel {
  return {
    ...model,
    call: async (request) => {
      try {
        return await model.call(request);
      } catch (thrown) {
        // Where the failure has an advice of its own it knows better.
        const isPlain = thrown instanceof GoondanError && thrown.suggestion === suggestionOf(thrown.code);
        const suggestion = isPlain ? adviceFor(thrown.code, resource) : undefined;
        if (!isPlain || suggestion === undefined) throw thrown;
        throw new GoondanError(thrown.code, thrown.message, { suggestion });
      }
    },
  };
}

function adviceFor(code: ErrorCode, { metadata, spec }: ModelResource): string | undefined {
  const name = `Model/${metadata.name}`;
  if (code === 'E_MODEL_AUTH') {
    const variable = variableOf(spec);
    if (variable !== undefined)
      return `Set ${variable} to a key that ${spec.provider} takes for '${spec.model}'.`;
    return spec.apiKey === undefined
      ? `Name the variable that holds its key in ${name}: apiKey: { valueFrom: { env: NAME } }.`
      : undefined;
  }
  if (spec.endpoint === undefined) return undefined;
  const place = `spec.endpoint of ${name}, ${plainAddress(spec.endpoint)}`;
  if (code === 'E_MODEL_UNAVAILABLE') return `Check ${place}: does a server run there? Then run again.`;
  if (code === 'E_MODEL_ANSWER')
    return `Check ${place}: does a server for ${spec.provider} run there? Its path often ends in /v1.`;
  if (code === 'E_MODEL_REQUEST')
    return `Read the words of the provider, then check ${place}, the model '${spec.model}', its params or the conversation.`;
  return undefined;
}

/** Without what may be secret in it. */
function plainAddress(endpoint: string): string {
  const url = URL.parse(endpoint);
  return url === null ? endpoint : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
