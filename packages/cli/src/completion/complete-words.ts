import type { CommandDefinition, CommandGroup, OptionDefinition } from '../command/command-definition.ts';
import { globalOptions } from '../command/global-options.ts';
import { valuesOf, type Candidate, type Surroundings } from './values.ts';

type Entry = CommandDefinition | CommandGroup;

/** What can stand in the place of the last word: it is being typed, all before it are whole. */
export async function completeWords(
  words: readonly string[],
  { commands, surroundings }: { readonly commands: readonly Entry[]; readonly surroundings: Surroundings },
): Promise<Candidate[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const { reached, path, operands, pending } = walk(before, commands);
  const flags = [
    ...(reached !== undefined && 'run' in reached ? (reached.options ?? []) : []),
    ...globalOptions,
  ];
  const candidates = await candidatesOf();
  return candidates.filter(({ value }) => value.startsWith(':') || value.startsWith(current));

  async function candidatesOf(): Promise<Candidate[]> {
    if (pending !== undefined) return valueCandidates(pending, surroundings);
    if (current.startsWith('-'))
      return flags.filter(({ isHidden }) => isHidden !== true).flatMap(flagCandidates);
    if (reached === undefined) return commands.flatMap(nameCandidate);
    if ('commands' in reached) return reached.commands.flatMap(nameCandidate);
    return valuesOf(`${path} ${operands.length + 1}`, { ...surroundings, operands });
  }
}

interface Walked {
  readonly reached: Entry | undefined;
  /** The words that were commands: `tool call`. */
  readonly path: string;
  readonly operands: readonly string[];
  /** A flag whose value comes next. */
  readonly pending: OptionDefinition | undefined;
}

function walk(words: readonly string[], commands: readonly Entry[]): Walked {
  let reached: Entry | undefined;
  let pending: OptionDefinition | undefined;
  const path: string[] = [];
  const operands: string[] = [];
  for (const word of words) {
    if (pending !== undefined) {
      pending = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const own = reached !== undefined && 'run' in reached ? (reached.options ?? []) : [];
      const option = [...own, ...globalOptions].find(({ flags }) => namesOf(flags).includes(word));
      if (option !== undefined && option.flags.includes('<')) pending = option;
      continue;
    }
    const below = reached === undefined ? commands : 'commands' in reached ? reached.commands : [];
    const next = below.find(({ name }) => name === word);
    if (next === undefined) operands.push(word);
    else {
      reached = next;
      path.push(word);
    }
  }
  return { reached, path: path.join(' '), operands, pending };
}

/** `-C, --directory <dir>` → `-C`, `--directory`. */
function namesOf(flags: string): string[] {
  return flags.match(/(?<!\S)--?[\w-]+/g) ?? [];
}

function flagCandidates({ flags, description }: OptionDefinition): Candidate[] {
  return namesOf(flags)
    .filter((name) => name.startsWith('--'))
    .map((value) => ({ value, about: description }));
}

function nameCandidate(entry: Entry): Candidate[] {
  if ('run' in entry && entry.isHidden === true) return [];
  return [{ value: entry.name, about: entry.summary }];
}

function valueCandidates(option: OptionDefinition, surroundings: Surroundings): Promise<Candidate[]> {
  const [name = ''] = namesOf(option.flags).filter((flag) => flag.startsWith('--'));
  if (option.choices !== undefined) return Promise.resolve(option.choices.map((value) => ({ value })));
  return valuesOf(name, { ...surroundings, operands: [] });
}
