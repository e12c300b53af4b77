import { UsageError } from '../error/usage-error.ts';

const formats = ['text', 'json', 'stream-json'] as const;

/** For a person, as one JSON value, or as JSON lines that end in a result. */
export type OutputFormat = (typeof formats)[number];

/** The format that the parsed flags ask for. */
export function outputFormat(options: { readonly json?: unknown; readonly format?: unknown }): OutputFormat {
  const format = formats.find((name) => name === options.format);
  if (options.json !== true) return format ?? 'text';
  if (format === undefined || format === 'json') return 'json';
  throw new UsageError(`--json and --format ${format} exclude each other`, 'Give one of them.');
}

/** The format that a command line which cannot be parsed seems to ask for. */
export function likelyFormat(argv: readonly string[]): OutputFormat {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  const asked = flags.map((flag, index) => (flag === '--format' ? `--format=${flags[index + 1]}` : flag));
  if (asked.includes('--json') || asked.includes('--format=json')) return 'json';
  return asked.includes('--format=stream-json') ? 'stream-json' : 'text';
}
