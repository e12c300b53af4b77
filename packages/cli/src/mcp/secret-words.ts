import type { ServerConfig } from '@goondan/mcp';
import { looksSecret } from './looks-secret.ts';
import { reference, referenceIn, variableName } from './secret-references.ts';

type Words = NonNullable<ServerConfig['args']>;

/** The words a program is given, for our config: one that holds what looks like a secret becomes a reference, and a note says which variable to set. */
export function referencesInWords(key: string, words: readonly string[], notes: string[]): Words {
  const taken = new Set<string>();
  return words.map((word, index) => {
    const named = referenceIn(word);
    if (named !== undefined) return named;
    const { name, value, isWhole } = namedValue(word, words[index - 1]);
    if (!looksSecret(name, value)) return word;
    const wanted = variableName(`${key}_${name === '' ? `ARG_${index + 1}` : name}`);
    const variable = taken.has(wanted) ? `${wanted}_${index + 1}` : wanted;
    taken.add(variable);
    const what = isWhole ? `word ${index + 1} of its args` : `the whole word ${name}=…`;
    notes.push(`${key}: set ${variable} in the environment to ${what}, which was not written`);
    return reference(variable);
  });
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** False where the word holds its name too. */
  readonly isWhole: boolean;
}

/** `--token=value` and `TOKEN=value` say what they are; `value` is what the option before it is called. */
function namedValue(word: string, before: string | undefined): NamedValue {
  const [, name, value] = /^(-{0,2}[A-Za-z][\w-]*)=(.+)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined) return { name, value, isWhole: false };
  const isOption = before !== undefined && /^--?[A-Za-z][\w-]*$/.test(before) && !word.startsWith('-');
  return { name: isOption ? before.replace(/^-+/, '') : '', value: word, isWhole: true };
}
