import { parseArgs } from 'node:util';
import { isTargetName, targetNames, type TargetName } from './target.ts';

/** The seed that every run tries; beside it a new one is drawn. */
const fixedSeed = 20_261_116;

/** What `bun run fuzz` is told. */
export interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly isShort: boolean;
  readonly seeds: readonly number[];
  readonly targets: readonly TargetName[];
  readonly runs?: number;
  readonly property?: string;
  readonly path?: string;
}

/** How it is called. */
export const usage = `Usage: bun run fuzz [--seed N] [--runs N] [--target NAME] [--short] [--json]

  --seed N       only this seed; without it ${fixedSeed} and one that is drawn and printed
  --runs N       cases of each property, instead of its own number
  --target NAME  ${targetNames.join(', ')}; may be given more than once
  --short        a few cases of each, in less than 40 s
  --json         exactly one JSON value on stdout

Again, a single case, as a failing run prints it:
  --property NAME --path PATH, with --target and --seed`;

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        seed: { type: 'string' },
        runs: { type: 'string' },
        target: { type: 'string', multiple: true },
        property: { type: 'string' },
        path: { type: 'string' },
      },
    });
    const { help, json, short: isShort, seed, runs, target = targetNames, property, path } = values;
    const unknown = target.find((name) => !isTargetName(name));
    if (unknown !== undefined) return `--target takes ${targetNames.join(', ')}, got ${unknown}`;
    for (const [name, value] of Object.entries({ seed, runs }))
      if (value !== undefined && !Number.isSafeInteger(Number(value)))
        return `--${name} must be a whole number, got ${value}`;
    if (path !== undefined && (property === undefined || seed === undefined || target.length !== 1))
      return '--path needs --target, --property and --seed';
    return {
      help,
      json,
      isShort,
      seeds: seed === undefined ? [fixedSeed, drawnSeed()] : [Number(seed)],
      targets: target.filter(isTargetName),
      ...(runs === undefined ? {} : { runs: Number(runs) }),
      ...(property === undefined ? {} : { property }),
      ...(path === undefined ? {} : { path }),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function drawnSeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed >>> 1;
}
