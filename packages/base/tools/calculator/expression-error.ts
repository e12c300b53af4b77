import { GoondanError } from '@goondan/core/basics';

/** Says what is wrong with an expression, and how it could be written instead. */
export function expressionError(message: string, suggestion?: string): GoondanError {
  return new GoondanError('E_TOOL', message, {
    suggestion: suggestion ?? 'Correct the expression and call the tool again.',
  });
}
