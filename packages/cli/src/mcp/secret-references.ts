import type { ServerConfig } from '@goondan/mcp';
import { looksSecret } from './looks-secret.ts';

type Texts = NonNullable<ServerConfig['env']>;

/** Variables or headers of a server, as another host has them. */
export interface ForeignTexts {
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
  readonly isHeaders: boolean;
}

/** The texts for our config: what looks like a secret, or refers to a variable, becomes a reference, and a note says which variable to set. */
export function referencesFor({ key, values, isHeaders }: ForeignTexts, notes: string[]): Texts {
  const texts: Record<string, Texts[string]> = {};
  for (const [name, value] of values) {
    const named = referenceIn(value);
    if (named !== undefined) texts[name] = named;
    else if (!value.includes('${') && !looksSecret(name, value)) texts[name] = value;
    else {
      const variable = isHeaders ? variableName(`${key}_${name}`) : name;
      notes.push(`${key}: set ${variable} in the environment; the value of ${name} was not written`);
      texts[name] = reference(variable);
    }
  }
  return texts;
}

/** An address for our config: one that holds what looks like a secret becomes a reference as a whole. */
export function referenceForUrl(key: string, url: string, notes: string[]): Texts[string] {
  const named = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  const isSecret = looksSecret('', url) || named.some(([name, value]) => looksSecret(name, value));
  if (!isSecret) return url;
  const variable = variableName(`${key}_URL`);
  notes.push(`${key}: set ${variable} in the environment to its whole address, which was not written`);
  return reference(variable);
}

/** A reference to a variable. */
export function reference(env: string): Exclude<Texts[string], string> {
  return { valueFrom: { env } };
}

/** The reference that a whole text is in the words of other hosts: `${NAME}`, `${env:NAME}`. */
export function referenceIn(text: string): Exclude<Texts[string], string> | undefined {
  const name = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/.exec(text)?.[1];
  return name === undefined || foreignVariables.has(name) ? undefined : reference(name);
}

/** What other hosts put in by themselves. */
const foreignVariables = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'file', 'cwd']);

/** A name for a variable, made of any text. */
export function variableName(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');
}
