/** One line of two compared texts: in both, only in the older, or only in the newer. */
export interface Edit {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** Beyond so many changes the shortest way is not looked for: its record grows with their square. */
const mostChanges = 1500;

/** The changes that lead from one list of lines to another, as few as there can be (Myers); past 1,500 all that differs in the middle is one change. */
export function lineEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const [older, newer] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return [
    ...before.slice(0, start).map(same),
    ...(shortest(older, newer) ?? [...older.map(removed), ...newer.map(added)]),
    ...before.slice(before.length - end).map(same),
  ];
}

const same = (line: string): Edit => ({ sign: ' ', line });
const removed = (line: string): Edit => ({ sign: '-', line });
const added = (line: string): Edit => ({ sign: '+', line });

function commonStart(before: readonly string[], after: readonly string[]): number {
  let length = 0;
  while (length < before.length && length < after.length && before[length] === after[length]) length += 1;
  return length;
}

function commonEnd(before: readonly string[], after: readonly string[]): number {
  let length = 0;
  while (
    length < before.length &&
    length < after.length &&
    before[before.length - 1 - length] === after[after.length - 1 - length]
  )
    length += 1;
  return length;
}

/** Follows, for each number of changes, the furthest point on every diagonal, until the end of both is reached. */
function shortest(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const most = Math.min(before.length + after.length, mostChanges);
  const trail: Int32Array[] = [];
  let furthest = new Int32Array(3);
  for (let changes = 0; changes <= most; changes += 1) {
    // Diagonal k of this round lies at k + changes + 1; the round before was one narrower on each side.
    const next = new Int32Array(2 * changes + 3);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const x = reached(furthest, { changes, diagonal });
      let end = x;
      while (end < before.length && end - diagonal < after.length && before[end] === after[end - diagonal])
        end += 1;
      next[diagonal + changes + 1] = end;
      if (end >= before.length && end - diagonal >= after.length) return traced(trail, before, after);
    }
    trail.push(next);
    furthest = next;
  }
  return undefined;
}

interface Point {
  readonly changes: number;
  readonly diagonal: number;
}

function reached(furthest: Int32Array, { changes, diagonal }: Point): number {
  if (changes === 0) return 0;
  const below = furthest[diagonal - 1 + changes] ?? 0;
  const above = furthest[diagonal + 1 + changes] ?? 0;
  return isDown(furthest, { changes, diagonal }) ? above : below + 1;
}

/** Whether the last change on the way to a point adds a line rather than removing one. */
function isDown(furthest: Int32Array, { changes, diagonal }: Point): boolean {
  if (diagonal === -changes) return true;
  if (diagonal === changes) return false;
  return (furthest[diagonal - 1 + changes] ?? 0) < (furthest[diagonal + 1 + changes] ?? 0);
}

function traced(trail: readonly Int32Array[], before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = trail.length; changes >= 0; changes -= 1) {
    const furthest = trail[changes - 1] ?? new Int32Array(3);
    const point = { changes, diagonal: x - y };
    const start = reached(furthest, point);
    for (; x > start; x -= 1, y -= 1) edits.push(same(before[x - 1] ?? ''));
    if (changes === 0) break;
    if (isDown(furthest, point)) edits.push(added(after[(y -= 1)] ?? ''));
    else edits.push(removed(before[(x -= 1)] ?? ''));
  }
  return edits.toReversed();
}
