import type { ErrorCode } from '@goondan/core';

/** Why an attempt came to nothing. */
export interface ModelFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion?: string;
  /** True when the message says by itself whose failure it is. */
  readonly isWorded?: boolean;
  /** True when asking again may help. */
  readonly isRetryable: boolean;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number;
}

/** The stream ended, or was cut, before the answer was complete. */
export function cutFailure(): ModelFailure {
  return {
    code: 'E_MODEL_UNAVAILABLE',
    message: 'the connection ended before the answer was complete',
    isRetryable: true,
  };
}

/** An answer that came, but says nothing that could be used. */
export function answerFailure(message: string, isRetryable: boolean): ModelFailure {
  return { code: 'E_MODEL_ANSWER', message, isRetryable };
}
