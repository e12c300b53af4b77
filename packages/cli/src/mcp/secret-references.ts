import { literalSecretsOf } from '@goondan/core/bundle';
import type { ServerConfig } from '@goondan/mcp';

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
    const named = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/.exec(value)?.[1];
    if (named !== undefined) texts[name] = { valueFrom: { env: named } };
    else if (!value.includes('${') && !isSecret(name, value)) texts[name] = value;
    else {
      const variable = isHeaders ? variableName(`${key}_${name}`) : name;
      notes.push(`${key}: set ${variable} in the environment; the value of ${name} was not written`);
      texts[name] = { valueFrom: { env: variable } };
    }
  }
  return texts;
}

function isSecret(name: string, value: string): boolean {
  const spec = { entry: './none.ts', config: { [name]: value } };
  return literalSecretsOf({ kind: 'Extension', spec }).length > 0 || /(?:_|^)(?:KEY|PAT|PASS)$/i.test(name);
}

function variableName(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');
}
