import * as fc from 'fast-check';

/** A case for which something that must always be so was not, and how to get to it again. */
interface Counterexample {
  readonly seed: number;
  /** Where in the sequence of the seed it lies, in fast-check's own words. */
  readonly path: string;
  readonly example: string;
  readonly error: string;
}

/** How a property is tried. */
interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  /** Only the case that lies there. */
  readonly path?: string;
  /** Told before each case, and with a number that grows. */
  readonly onCase: (count: number) => void;
}

/** Something that must be so for every case. */
export interface FuzzProperty {
  readonly name: string;
  /** How many cases are tried, by default and in a short run. */
  readonly runs: { readonly full: number; readonly short: number };
  run(run: PropertyRun): Promise<Counterexample | undefined>;
}

/** What a property is made of. */
export interface FuzzPropertyOptions<Case> extends Pick<FuzzProperty, 'name' | 'runs'> {
  readonly cases: fc.Arbitrary<Case>;
  /** Throws where it is not so. */
  readonly check: (one: Case) => Promise<void> | void;
  /** A case costs so much that a smaller one is not looked for. */
  readonly isSlow?: boolean;
}

const longestText = 4_000;

/** Makes a property. */
export function fuzzProperty<Case>(options: FuzzPropertyOptions<Case>): FuzzProperty {
  const { name, runs, cases, check, isSlow = false } = options;
  return {
    name,
    runs,
    async run({ seed, runs: numRuns, path, onCase }) {
      let count = 0;
      const property = fc.asyncProperty(cases, async (one) => {
        count += 1;
        onCase(count);
        await check(one);
      });
      const details = await fc.check(property, {
        seed,
        numRuns: path === undefined ? numRuns : 1,
        endOnFailure: isSlow || path !== undefined,
        ...(path === undefined ? {} : { path }),
      });
      if (!details.failed) return undefined;
      const { counterexamplePath, counterexample, errorInstance } = details;
      return {
        seed,
        path: counterexamplePath ?? '',
        example: fc.stringify(counterexample?.[0]).slice(0, longestText),
        error: textOf(errorInstance).slice(0, longestText),
      };
    },
  };
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
