import { randomBytes } from 'node:crypto';

/** Who knows of a canary: it is the key of something, a child is given it, it stands in the file itself, or nobody declared it. */
type CanaryKind = 'key' | 'allowed' | 'literal' | 'undeclared';

/** A value that must not be found where it was not given. */
export interface Canary {
  /** The variable of the environment it is in; for literals only a name. */
  readonly name: string;
  readonly kind: CanaryKind;
  readonly value: string;
}

const random = (): string => randomBytes(15).toString('base64url');

const keys = ['MODEL_KEY', 'BRAVE_API_KEY', 'TAVILY_API_KEY', 'PROBE_SECRET', 'EXTENSION_TOKEN', 'REF_TOKEN'];
const undeclared = [
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'DATABASE_URL',
  'NPM_TOKEN',
  'SSH_PASSPHRASE',
  'OTHER_API_KEY',
  'GOONDAN_NOBODYS',
];

/** Twenty of them, new in every run, some with all that passwords are made of. */
export const canaries: readonly Canary[] = [
  ...keys.map((name) => ({ name, kind: 'key' as const, value: `sk-${random()}/+==` })),
  { name: 'ALLOWED_PLAIN', kind: 'allowed', value: random() },
  { name: 'ALLOWED_ODD', kind: 'allowed', value: `it's "${random()}" \\ $5 & 100% 비밀` },
  {
    name: 'ALLOWED_LINES',
    kind: 'allowed',
    value: `-----BEGIN-----\n${random()}\n${random()}\n-----END-----\n`,
  },
  { name: 'MODEL_VALUE', kind: 'literal', value: `val-${random()}` },
  { name: 'MODEL_HEADER', kind: 'literal', value: `head-${random()}` },
  { name: 'EXTENSION_PASSWORD', kind: 'literal', value: `pässword "${random()}" 암호` },
  { name: 'REF_API_KEY', kind: 'literal', value: `ref-${random()}` },
  ...undeclared.map((name) => ({
    name,
    kind: 'undeclared' as const,
    value: `https://user:${random()}@db/?a=1`,
  })),
];

/** Those somebody declared: whoever is given them, they come back masked. */
export const declared = canaries.filter(({ kind }) => kind !== 'undeclared');

/** Those that a child may not be given. */
export const withheld = canaries.filter(({ kind }) => kind !== 'allowed');

/** The environment they are in. */
export const canaryEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  canaries.filter(({ kind }) => kind !== 'literal').map(({ name, value }) => [name, value]),
);

/** A canary by its name. */
export function canary(name: string): string {
  const found = canaries.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no canary ${name}.`);
  return found.value;
}

/** How a value may be written: written here by the means of the language alone, not by those of the product. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const inBase64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before, 'x'), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Without the digits that it shares with its neighbours.
    return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const percent = encodeURIComponent(value);
  return [
    ...new Set([
      value,
      value.trim(),
      JSON.stringify(value).slice(1, -1),
      ...inBase64,
      ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      percent,
      percent.replace(/%../g, (code) => code.toLowerCase()),
      new URLSearchParams({ '': value }).toString().slice(1),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ]),
  ];
}
