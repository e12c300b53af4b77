import { GoondanError } from '@goondan/core';
import type { AgentModel, ModelAnswer, ModelRequest } from '../agent-model.ts';
import { piecesOf } from '../pieces-of.ts';
import { readCassette, type CassetteContent } from './cassette-file.ts';
import { describeMismatch } from './mismatch.ts';
import { requestKeyOf } from './request-key.ts';

interface ReplayModelOptions {
  readonly modelId: string;
  readonly path: string;
  readonly params: object;
}

/**
 * A model that gives recorded answers, with no network and no key: to the n-th of equal requests the n-th answer, and
 * the last one again afterwards.
 */
export function replayModel({ modelId, path, params }: ReplayModelOptions): AgentModel {
  const asked = new Map<string, number>();
  let reading: Promise<CassetteContent> | undefined;

  async function call(request: ModelRequest): Promise<ModelAnswer> {
    request.signal.throwIfAborted();
    reading ??= readCassette(path);
    const content = await reading;
    request.signal.throwIfAborted();
    const key = requestKeyOf(request, params);
    const matches = content.lines.filter((line) => line.request.digest === key.digest);
    const count = asked.get(key.digest) ?? 0;
    const answer = (matches[count] ?? matches.at(-1))?.answer;
    if (answer === undefined) {
      throw new GoondanError('E_MODEL_CASSETTE', `${describeMismatch(key, content)} Cassette: ${path}`);
    }
    asked.set(key.digest, count + 1);
    tell(answer, request);
    return answer;
  }

  return { provider: 'replay', modelId, call };
}

function tell(answer: ModelAnswer, { onDelta }: ModelRequest): void {
  if (onDelta === undefined) return;
  for (const part of answer.parts) {
    if (part.type !== 'text' && part.type !== 'reasoning') continue;
    for (const text of piecesOf(part.text)) if (text !== '') onDelta({ kind: part.type, text, attempt: 1 });
  }
}
