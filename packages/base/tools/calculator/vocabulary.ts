/** Functions an expression may call. What is not here does not exist for it: nothing that defines, imports, parses, allocates or loops. */
export const functions: ReadonlySet<string> = words(`
  abs sign round floor ceil fix sqrt cbrt nthRoot pow square cube exp log ln log10 log2 mod gcd lcm hypot re im conj arg
  sin cos tan asin acos atan atan2 sinh cosh tanh factorial gamma combinations permutations
`);

/** Functions of a list of numbers, written `mean([1, 2, 3])` or `mean(1, 2, 3)`. */
export const listFunctions: ReadonlySet<string> = words('sum prod mean median min max std variance mad');

/** Operators, by the function that carries them out. */
export const operators: ReadonlySet<string> = words(`
  add subtract multiply divide pow mod unaryMinus unaryPlus factorial to
  equal unequal smaller larger smallerEq largerEq and or xor not
`);

/** Names that stand for a value. */
export const constants: ReadonlySet<string> = words('pi tau e phi i true false');

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
