import { GoondanError, type ErrorCode } from '@goondan/core';
import { answerFailure, cutFailure, type ModelFailure } from './model-failure.ts';
import { retryAfterOf } from './retry-after.ts';

const longestBody = 300;
const ourMistakes = [
  'AI_UnsupportedFunctionalityError',
  'AI_InvalidPromptError',
  'AI_InvalidArgumentError',
  'AI_NoSuchModelError',
  'AI_NoSuchProviderReferenceError',
];

/** What a provider threw, or put into its stream, as a failure of the attempt. `now` reads dates in its headers. */
export function thrownFailure(thrown: unknown, now: number): ModelFailure {
  if (thrown instanceof GoondanError) {
    const { code, message, suggestion } = thrown;
    return { code, message, suggestion, isWorded: true, isRetryable: false };
  }
  const name = textOf(thrown, 'name') ?? '';
  if (name === 'AI_LoadAPIKeyError') return plain('E_MODEL_AUTH', thrown, false);
  if (ourMistakes.includes(name)) return plain('E_MODEL_REQUEST', thrown, false);
  // Of a stream that just stops this provider says so by an error that shows no data.
  if (name === 'AI_InvalidResponseDataError' && fieldOf(thrown, 'data') === undefined) return cutFailure();
  const status = statusOf(thrown);
  if (status !== undefined) return statusFailure(thrown, status, now);
  if (fieldOf(thrown, 'isRetryable') === true || isNetworkError(thrown)) {
    return plain('E_MODEL_UNAVAILABLE', thrown, true);
  }
  return answerFailure(`its answer could not be read: ${messageOf(thrown)}`, true);
}

function statusFailure(thrown: unknown, status: number, now: number): ModelFailure {
  const told = fieldOf(thrown, 'isRetryable');
  const usual = status === 408 || status === 409 || status === 429 || status >= 500;
  const isRetryable = (typeof told === 'boolean' ? told : usual) && !isOutOfQuota(thrown);
  if (status < 400 && !isRetryable)
    return answerFailure(`its answer could not be read: ${detailOf(thrown)}`, false);
  const message = status < 400 ? detailOf(thrown) : `${status}: ${detailOf(thrown)}`;
  const retryAfterMs = retryAfterOf(fieldOf(thrown, 'responseHeaders'), now);
  return {
    code: codeOf(status),
    message,
    isRetryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'E_MODEL_AUTH';
  if (status === 429) return 'E_MODEL_RATE_LIMITED';
  const isTheirs = status < 400 || status === 408 || status === 409 || status >= 500;
  return isTheirs ? 'E_MODEL_UNAVAILABLE' : 'E_MODEL_REQUEST';
}

/** Errors inside a stream carry the status as a number, as text, or only in their words. */
function statusOf(thrown: unknown): number | undefined {
  for (const key of ['statusCode', 'status', 'code']) {
    const value = Number(fieldOf(thrown, key) ?? Number.NaN);
    if (Number.isInteger(value) && value >= 100 && value < 600) return value;
  }
  if (thrown instanceof Error) return undefined;
  const words = `${textOf(thrown, 'type') ?? ''} ${textOf(thrown, 'code') ?? ''}`.toLowerCase();
  if (/rate_limit|quota/.test(words)) return 429;
  if (/authentication|permission|api_key/.test(words)) return 401;
  if (/invalid|bad_request|context_length|not_found/.test(words)) return 400;
  return textOf(thrown, 'message') === undefined ? undefined : 500;
}

/** No waiting helps against an empty account, though it is answered like a limit of rate. */
function isOutOfQuota(thrown: unknown): boolean {
  const error = fieldOf(fieldOf(thrown, 'data'), 'error') ?? thrown;
  return [fieldOf(error, 'code'), fieldOf(error, 'type')].includes('insufficient_quota');
}

const networkCode = /^(?:Connection\w+|FailedToOpenSocket|E[A-Z]{4,}|UND_ERR_\w+|ERR_SOCKET\w*)$/;

function isNetworkError(thrown: unknown): boolean {
  let current = thrown;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (networkCode.test(textOf(current, 'code') ?? '')) return true;
    current = current.cause;
  }
  return false;
}

function plain(code: ErrorCode, thrown: unknown, isRetryable: boolean): ModelFailure {
  return { code, message: messageOf(thrown), isRetryable };
}

/** The provider's own words; of a body that is not in its usual form, the beginning. */
function detailOf(thrown: unknown): string {
  const message = messageOf(thrown);
  const body =
    textOf(thrown, 'responseBody')
      ?.replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  const isUnderstood = fieldOf(thrown, 'data') !== undefined || body === '' || body.includes(message);
  if (isUnderstood && message !== '') return message;
  return `${message}${message === '' ? '' : ': '}${body.slice(0, longestBody)}`;
}

function messageOf(thrown: unknown): string {
  const message = typeof thrown === 'string' ? thrown : textOf(thrown, 'message');
  const cause = fieldOf(thrown, 'cause');
  const isVague = message === 'Failed to process successful response' && cause instanceof Error;
  return isVague ? cause.message : (message ?? JSON.stringify(thrown) ?? 'for no reason given');
}

function textOf(value: unknown, key: string): string | undefined {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : undefined;
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}
