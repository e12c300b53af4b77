import { GoondanError } from '@goondan/core/basics';

/** The longest text that is worked on. */
const longestText = 2_000_000;

/** The text every tool here takes. */
export function textInput<const Description extends string>(description: Description) {
  return { type: 'string', maxLength: longestText, description } as const;
}

/** What all tools here are: they change nothing. */
export const annotations = { readOnly: true, idempotent: true } as const;

/** A mistake in the arguments that their schema cannot tell. */
export function invalid(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_TOOL_INVALID_ARGS', message, { suggestion });
}
