import type { AgentModel } from '../agent-model.ts';
import { maskSecrets } from '../secrets.ts';
import { appendToCassette, type CassetteLine } from './cassette-file.ts';
import { requestKeyOf } from './request-key.ts';

interface RecordModelOptions {
  readonly model: AgentModel;
  readonly path: string;
  readonly params: object;
  /** Values that must not get into the file. */
  readonly secrets: readonly string[];
}

/** A model that writes down each answer of another before it gives it. */
export function recordModel({ model, path, params, secrets }: RecordModelOptions): AgentModel {
  return {
    provider: model.provider,
    modelId: model.modelId,
    async call(request) {
      const key = requestKeyOf(request, params);
      const answer = await model.call(request);
      const line: CassetteLine = { version: 1, request: key, answer };
      await appendToCassette(path, maskSecrets(JSON.stringify(line), secrets));
      return answer;
    },
  };
}
