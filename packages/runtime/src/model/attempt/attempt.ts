import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { ModelAnswer, ModelRequest } from '../agent-model.ts';
import { AnswerBuilder, type Finish } from '../answer/answer-builder.ts';
import { limitAttempt, type AttemptLimit } from './attempt-limit.ts';
import type { ModelClock } from './clock.ts';
import { answerFailure, cutFailure, type ModelFailure } from './model-failure.ts';
import { thrownFailure } from './thrown-failure.ts';

/** Some servers leave the connection open after the last word; the answer is not held up for them. */
const openEndMs = 500;

/** What one attempt came to: never half an answer. */
export type AttemptResult =
  | { readonly status: 'answered'; readonly answer: ModelAnswer }
  | { readonly status: 'failed'; readonly failure: ModelFailure };

/** How an attempt is made. */
export interface AttemptSettings {
  readonly isStreamed: boolean;
  readonly timeoutMs: number;
  readonly clock: ModelClock;
}

interface Attempt {
  readonly model: LanguageModelV4;
  readonly options: LanguageModelV4CallOptions;
  readonly request: ModelRequest;
  readonly number: number;
  readonly settings: AttemptSettings;
}

/** Asks a model once. Rejects with nothing but the reason of the signal. */
export async function attemptOnce(attempt: Attempt): Promise<AttemptResult> {
  const { request, settings } = attempt;
  const limit = limitAttempt({ signal: request.signal, ...settings });
  try {
    return settings.isStreamed ? await readStream(attempt, limit) : await readWhole(attempt, limit);
  } catch (thrown) {
    request.signal.throwIfAborted();
    const failure = limit.isTimedOut
      ? silence(settings.timeoutMs)
      : thrownFailure(thrown, settings.clock.now());
    return failed(failure);
  } finally {
    limit.dispose();
  }
}

async function readStream(attempt: Attempt, limit: AttemptLimit): Promise<AttemptResult> {
  const { model, options } = attempt;
  const { stream, response } = await limit.within(
    model.doStream({ ...options, abortSignal: limit.signal }),
    (late) => void late.stream.cancel().catch(ignore),
  );
  const result = await readPieces(stream, attempt, limit);
  const type = response?.headers?.['content-type'] ?? '';
  return result.status === 'failed' && /html|json/.test(type) ? failed(misdirected(type)) : result;
}

async function readPieces(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  attempt: Attempt,
  limit: AttemptLimit,
): Promise<AttemptResult> {
  const builder = new AnswerBuilder(attempt.model.modelId);
  const told = teller(attempt);
  const reader = stream.getReader();
  let isAtEnd = false;
  try {
    for (;;) {
      const { done, value } = await limit.within(reader.read());
      isAtEnd = done;
      if (done) break;
      limit.heard();
      if (value.type === 'error') return failed(thrownFailure(value.error, attempt.settings.clock.now()));
      builder.addPiece(value, told);
      if (value.type === 'finish') limit.expectEnd(openEndMs);
    }
  } catch (thrown) {
    if (builder.finish === undefined) throw thrown;
  } finally {
    if (!isAtEnd) void reader.cancel().catch(ignore);
  }
  attempt.request.signal.throwIfAborted();
  return builder.finish === undefined ? failed(cutFailure()) : resultOf(builder, builder.finish);
}

async function readWhole(attempt: Attempt, limit: AttemptLimit): Promise<AttemptResult> {
  const { model, options } = attempt;
  const result = await limit.within(model.doGenerate({ ...options, abortSignal: limit.signal }));
  const builder = new AnswerBuilder(result.response?.modelId ?? model.modelId);
  const told = teller(attempt);
  for (const content of result.content) builder.addContent(content, told);
  return resultOf(builder, result);
}

function resultOf(builder: AnswerBuilder, finish: Finish): AttemptResult {
  const { unified, raw } = finish.finishReason;
  if (unified === 'interrupted') return failed(cutFailure());
  if (unified === 'error') return failed(stoppedByError(raw));
  const answer = builder.build(finish);
  if (answer.parts.length === 0)
    return failed(answerFailure(`it answered nothing (finish reason: ${raw ?? unified})`, false));
  return { status: 'answered', answer };
}

function teller({
  request,
  number,
}: Attempt): ((kind: 'text' | 'reasoning', text: string) => void) | undefined {
  const { onDelta } = request;
  return onDelta && ((kind, text) => onDelta({ kind, text, attempt: number }));
}

/** A page or a plain JSON answer in place of a stream is no accident that passes by itself. */
function misdirected(type: string): ModelFailure {
  return {
    ...answerFailure(`it answered with ${type} where a stream was asked for`, false),
    suggestion: 'Check the endpoint; for a server that cannot stream, set spec.options.stream to false.',
  };
}

function silence(timeoutMs: number): ModelFailure {
  return { code: 'E_MODEL_TIMEOUT', message: `nothing came for ${timeoutMs} ms`, isRetryable: true };
}

function stoppedByError(raw: string | undefined): ModelFailure {
  const message = `it stopped because of an error (finish reason: ${raw ?? 'error'})`;
  return { code: 'E_MODEL_UNAVAILABLE', message, isRetryable: true };
}

function failed(failure: ModelFailure): AttemptResult {
  return { status: 'failed', failure };
}

/** A stream that is let go may complain; nobody listens any more. */
function ignore(): void {}
