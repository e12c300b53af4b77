import type { Random } from '../random.ts';

/** How a file is damaged. */
export interface Damage {
  /** Which of the files, by its number in their order. */
  readonly file: number;
  readonly kind: 'flip' | 'cut' | 'zeros' | 'noise';
  /** The first byte that is not as it was written. */
  readonly at: number;
}

/** Some damage to one of files of these sizes: a bit flipped, the end cut off, a block of zeros or of noise. */
export function planDamage(random: Random, sizes: readonly number[]): Damage {
  const file = random.below(sizes.length);
  const size = sizes[file] ?? 1;
  const kind = random.pick(['flip', 'flip', 'cut', 'zeros', 'noise'] as const);
  // At least a byte is left: an empty file is one that was never written to.
  return { file, kind, at: 1 + random.below(Math.max(1, size - 1)) };
}

/** The bytes with the damage done. */
export function damaged(bytes: Uint8Array, { kind, at }: Damage, random: Random): Uint8Array {
  if (kind === 'cut') return bytes.subarray(0, at);
  // Not `slice`, which shares the memory where the bytes are a Buffer.
  const copy = new Uint8Array(bytes);
  if (kind === 'flip') copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  else if (kind === 'zeros') copy.fill(0, at, Math.min(at + 512, copy.length));
  else
    for (let index = at; index < Math.min(at + 512, copy.length); index += 1) copy[index] = random.below(256);
  return copy;
}
