import { GoondanError } from '@goondan/core/basics';
import { runJob } from '../../contained/run-job.ts';
import { job } from './expression-job.ts';
import { matchLines, type LineMatch } from './match-lines.ts';

/** Finds lines in texts, at most `limit` in all; answers for each text. */
export type LineFinder = (
  texts: readonly string[],
  limit: number,
  signal: AbortSignal,
) => Promise<readonly (readonly LineMatch[])[]>;

const limits = { cpuSeconds: 2, memoryMegabytes: 1024 };

/** Looks for plain text. Characters that look the same are the same: Hangul may be stored in parts. */
export function textFinder(query: string, ignoreCase: boolean): LineFinder {
  const fold = (text: string): string => {
    const whole = /^[\0-\x7f]*$/.test(query) ? text : text.normalize();
    return ignoreCase ? whole.toLowerCase() : whole;
  };
  const wanted = fold(query);
  return async (texts, limit) => {
    let left = limit;
    return texts.map((text) => {
      // Most files have it nowhere: one look at the whole saves one at each line.
      if (!fold(text).includes(wanted)) return [];
      const matches = matchLines(text, (line) => fold(line).indexOf(wanted), left);
      left -= matches.length;
      return matches;
    });
  };
}

/** Looks for a regular expression, in a process that can be ended. Throws E_FILE_PATTERN for one that is not valid, or never ends. */
export function expressionFinder(source: string, ignoreCase: boolean): LineFinder {
  const flags = validFlags(source, ignoreCase ? 'i' : '');
  return async (texts, limit, signal) => {
    const bytes = texts.map((text) => Buffer.from(text));
    const input = { source, flags, lengths: bytes.map(({ length }) => length), limit };
    const onExceeded = tooSlow;
    return runJob(job, { input, bytes: Buffer.concat(bytes), signal, limits: { ...limits, onExceeded } });
  };
}

/** Unicode mode is stricter; what only the old mode takes is taken in that. */
function validFlags(source: string, flags: string): string {
  let problem = '';
  for (const candidate of [`${flags}u`, flags]) {
    try {
      return new RegExp(source, candidate).flags;
    } catch (thrown) {
      problem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
  throw new GoondanError('E_FILE_PATTERN', `query is not a regular expression: ${problem}.`, {
    suggestion:
      'Correct it (JavaScript syntax, without slashes around it), or leave out regex to search for it as plain text.',
  });
}

function tooSlow(what: 'time' | 'memory' | 'answer'): GoondanError {
  return new GoondanError(
    'E_FILE_PATTERN',
    `The regular expression used up its ${what === 'time' ? `${limits.cpuSeconds} s of processor time` : 'memory'} and was stopped.`,
    {
      suggestion:
        'Avoid repetitions inside repetitions such as (a+)+, search fewer files with path or include, or search for plain text.',
    },
  );
}
