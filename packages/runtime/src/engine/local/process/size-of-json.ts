/** About how many characters a value is as JSON, without writing it out: for what is turned away nothing is to be made. */
export function sizeOfJson(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [key, element] of Object.entries(value)) size += key.length + 4 + sizeOfJson(element);
  return size;
}
