import type { GrantView } from '@goondan/runtime';

/** What a person has allowed for good: the tool with its arguments, or what they have to fit. */
export function grantText({ tool, exactly, like = {}, rest = {} }: GrantView): string {
  if (exactly !== undefined) return `${tool} ${JSON.stringify(exactly)}`;
  const patterns = Object.entries(like).map(([name, source]) => `${name} fits /${source}/`);
  const others = Object.entries(rest).map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
  return `${tool} where ${[...patterns, ...others].join(', ')}`;
}
