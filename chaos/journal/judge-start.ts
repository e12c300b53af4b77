import type { ErrandAccepted, ErrandEnd } from '../errand/evidence.ts';

/** What a start on a damaged journal says of one turn: its outcome's digest, that it is open or unknown, or that the journal is damaged. */
export type Told = { readonly digest: string } | 'open' | 'unknown' | 'refused';

/** What was acknowledged, in the order it was. */
export interface Acknowledged {
  readonly accepted: readonly ErrandAccepted[];
  readonly ends: readonly ErrandEnd[];
}

/**
 * A start on a damaged journal tells exactly what was acknowledged, or says that it is damaged, or, where the end of the write-ahead file
 * is gone, an exact start of it. `intactBytes` of that file are before the damage: what was acknowledged by then is told.
 */
export function judgeStart(
  told: ReadonlyMap<string, Told>,
  { accepted, ends }: Acknowledged,
  intactBytes: number | undefined,
): string[] {
  const digests = new Map(ends.map((end) => [end.turnId, end]));
  let hasGap = false;
  return accepted.flatMap(({ turnId, token, journalBytes = Infinity }) => {
    const one = told.get(turnId) ?? 'unknown';
    if (one === 'refused') return [];
    const end = digests.get(turnId);
    const isDue = (bytes: number): boolean => intactBytes === undefined || bytes <= intactBytes;
    if (typeof one !== 'string') {
      if (hasGap) return [`${token} is told, though one before it is not.`];
      return end === undefined || end.digest === one.digest ? [] : [`${token} is told with another outcome.`];
    }
    const hadGap = hasGap;
    hasGap = true;
    if (one === 'open') {
      if (hadGap) return [`${token} is open, though one before it is not done.`];
      return end !== undefined && isDue(end.journalBytes ?? Infinity)
        ? [`The outcome of ${token} is lost in silence.`]
        : [];
    }
    return isDue(journalBytes) ? [`${token} is lost in silence.`] : [];
  });
}
