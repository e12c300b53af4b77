import { JobFailure } from '../../contained/job.ts';

/** A pattern as a model writes it. */
export interface Pattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/**
 * A regular expression that goes through a text from match to match. By whole characters where the pattern allows it;
 * one with escapes that are needless, which that mode refuses, is read the older way. Throws when it is none at all.
 */
export function regularExpression({ source, ignoreCase, multiline, dotAll }: Pattern): RegExp {
  const flags = `g${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`;
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, '') : '';
      throw new JobFailure(
        'E_TOOL_INVALID_ARGS',
        `The pattern ${source} is no regular expression: ${why}.`,
        adviceFor(source),
      );
    }
  }
}

function adviceFor(source: string): string {
  if (/\(\?P</.test(source)) return 'Write a named group as (?<name>…), without the P.';
  if (/\(\?[ims]/.test(source))
    return 'Leave out (?i) and the like: set ignoreCase, multiline or dotAll instead.';
  if (/[*+?]\+|\(\?>/.test(source))
    return 'Leave out possessive and atomic groups: this is the syntax of JavaScript.';
  return 'Put \\ before each of ( ) [ ] { } . * + ? ^ $ | that is meant as itself, and close each group.';
}

/**
 * All matches from the start of a text. The engine gives up after a hundred million steps and says that there is no match:
 * what was found that way is not true, and is thrown as E_TEXT_PATTERN.
 */
export function* matchesOf(regex: RegExp, text: string): Generator<RegExpExecArray> {
  const mostMs = 150 + text.length / 20_000;
  for (;;) {
    const before = process.cpuUsage();
    const match = regex.exec(text);
    if (match === null) {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 <= mostMs) return;
      throw new JobFailure(
        'E_TEXT_PATTERN',
        `The pattern ${regex.source} needs too many steps on this text; whether more of it matches is not known.`,
        'Make the repeated parts exclude one another, such as [^,]*, instead of .*, or work on a shorter text.',
      );
    }
    yield match;
    // An empty match would be found again for ever; a whole character is stepped over.
    if (match[0] === '')
      regex.lastIndex += (text.codePointAt(regex.lastIndex) ?? 0) > 0xff_ff && regex.unicode ? 2 : 1;
  }
}
