import { GoondanError } from '@goondan/core/basics';

/** One argument of a program cannot be longer on Linux (128 KiB). */
const longestTextBytes = 120_000;

/** Throws where a text cannot be handed to a program as it is. */
export function checkText(name: string, text: string, longest: number = longestTextBytes): void {
  if (text.includes('\0'))
    throw invalid(`/${name} holds a NUL character, which no program can be given.`, 'Leave it out.');
  if (!text.isWellFormed())
    throw invalid(`/${name} holds half of a character (a lone surrogate).`, 'Send whole characters.');
  const bytes = Buffer.byteLength(text);
  if (bytes > longest)
    throw invalid(
      `/${name} has ${bytes} bytes; at most ${longest} can be run.`,
      'Write it to a file in the workdir with file-system__write, and run or read that file.',
    );
}

/** The error of arguments that fit the schema and still cannot be used. */
export function invalid(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_TOOL_INVALID_ARGS', message, { suggestion });
}
