/** Hands out call ids that never repeat in this process. */
export interface CallIds {
  /** The next `count` ids, as flat strings: a concatenated one would be flattened on the clock of whoever hashes it first. */
  take(count: number): readonly string[];
}

/** A new source of call ids. */
export function createCallIds(): CallIds {
  let last = 36 ** 5;
  return {
    take: (count) =>
      Array.from({ length: count }, () => {
        last += 1;
        return last.toString(36);
      }),
  };
}
