import { errorNameOf, helpUrlOf, suggestionOf, type ErrorCode } from './codes.ts';

/** The one error class: carries a code of the closed list, a suggestion and the address of its page. */
export class GoondanError extends Error {
  readonly code: ErrorCode;
  readonly suggestion: string;
  readonly helpUrl: string;

  constructor(code: ErrorCode, message: string, options: { suggestion?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = errorNameOf(code);
    this.code = code;
    this.suggestion = options.suggestion ?? suggestionOf(code);
    this.helpUrl = helpUrlOf(code);
  }
}
