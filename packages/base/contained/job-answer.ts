import { isRecord, parseJson } from '@goondan/core/basics';

/** What the process of a job says before it ends. */
export type JobAnswer =
  | { readonly type: 'returned'; readonly value: unknown }
  | { readonly type: 'memory' }
  | {
      readonly type: 'threw';
      readonly message: string;
      readonly code?: string;
      readonly suggestion?: string;
    };

/** Reads an answer; undefined where the process ended before it had written one. */
export function readAnswer(text: string): JobAnswer | undefined {
  try {
    const answer: unknown = parseJson(text);
    return isAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): value is JobAnswer {
  if (!isRecord(value)) return false;
  return (
    value['type'] === 'returned' ||
    value['type'] === 'memory' ||
    (value['type'] === 'threw' && typeof value['message'] === 'string')
  );
}
