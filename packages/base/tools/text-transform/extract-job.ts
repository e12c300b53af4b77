import type { JsonObject } from '@goondan/core';
import type { Job } from '../../contained/job.ts';
import { matchesOf, regularExpression, type Pattern } from './pattern.ts';

interface ExtractInput {
  readonly text: string;
  readonly pattern: Pattern;
  readonly limit: number;
}

interface Extracted {
  readonly matches: JsonObject[];
  readonly count: number;
  readonly truncated: boolean;
}

/** Lists the matches of a pattern, with the lines they begin in. */
export const job: Job<ExtractInput, Extracted> = {
  file: import.meta.path,
  run({ text, pattern, limit }) {
    const matches: JsonObject[] = [];
    let [line, counted] = [1, 0];
    for (const match of matchesOf(regularExpression(pattern), text)) {
      if (matches.length === limit) return { matches, count: limit, truncated: true };
      for (; counted < match.index; counted += 1) if (text[counted] === '\n') line += 1;
      const [whole, ...groups] = match;
      const named: Record<string, string | null> = {};
      for (const [name, value] of Object.entries(match.groups ?? {})) named[name] = orNull(value);
      matches.push({
        match: whole,
        line,
        groups: groups.map(orNull),
        ...(match.groups === undefined ? {} : { named }),
      });
    }
    return { matches, count: matches.length, truncated: false };
  },
};

function orNull(group: string | undefined): string | null {
  return group ?? null;
}
