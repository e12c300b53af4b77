import { shellQuote } from './shell-quote.ts';

/** One program to run, as a supervisor is told of it. */
export interface Launch {
  readonly program: readonly string[];
  readonly cwd: string;
  /** What is added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the program reads from its stdin; nothing where it is left out. */
  readonly stdin?: string;
}

/** The launch as text for a supervisor: a shell that turns itself into the program. */
export function launchText({ program, cwd, env, stdin }: Launch): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)};`);
  // Not a here-string: that one adds a line end and, where it is long, needs a file.
  const input = stdin === undefined ? '' : ` < <(printf %s ${shellQuote(stdin)})`;
  return `cd -- ${shellQuote(cwd)} || exit 126; ${variables.join(' ')} exec ${program.map(shellQuote).join(' ')}${input}`;
}
