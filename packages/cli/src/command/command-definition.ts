import type { ExitCode } from '../exit-code.ts';
import type { Invocation } from './invocation.ts';

/** A flag of a command. */
export interface OptionDefinition {
  /** As they are typed: `--agent <name>`; without `<…>` it takes no value. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** May be given more than once; all values count. */
  readonly isRepeatable?: boolean;
  /** Left out of the help. */
  readonly isHidden?: boolean;
}

/** What a command came to; one place writes it, so that `--json` is one value whatever happens. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  /** What `--json` prints; undefined when the command has printed its value itself, before its end. */
  readonly json: unknown;
  /** What a person reads on stdout, without the last line end. */
  readonly text?: string;
  /** What a person reads on stderr. */
  readonly errorText?: string;
}

/** A command: what can be typed, and what it does. Heavy parts are imported in `run`, for `--help` loads every definition. */
export interface CommandDefinition {
  readonly name: string;
  /** Each as `[name]`, `<name>` or `<name...>` with what it means. */
  readonly operands?: readonly (readonly [name: string, description: string])[];
  readonly summary: string;
  readonly options?: readonly OptionDefinition[];
  readonly examples: readonly string[];
  /** For other programs: left out of the help. */
  readonly isHidden?: boolean;
  readonly run: (invocation: Invocation) => Promise<CommandResult>;
}

/** Commands that share their first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly commands: readonly CommandDefinition[];
}
