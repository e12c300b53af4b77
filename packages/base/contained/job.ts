import type { ErrorCode } from '@goondan/core';

/** Work that is done in a process of its own: what goes in and comes out is JSON, with bytes beside it. */
export interface Job<Input, Output> {
  /** The module that exports this as `job`. */
  readonly file: string;
  run(input: Input, bytes: Uint8Array<ArrayBuffer>): Output | Promise<Output>;
}

/** What a job throws for a mistake in what it was given; it reaches the model as it is. */
export class JobFailure extends Error {
  readonly code: ErrorCode;
  readonly suggestion: string;

  constructor(code: ErrorCode, message: string, suggestion: string) {
    super(message);
    this.name = 'JobFailure';
    this.code = code;
    this.suggestion = suggestion;
  }
}
