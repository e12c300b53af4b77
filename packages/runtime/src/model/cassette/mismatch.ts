import type { CassetteContent } from './cassette-file.ts';
import type { RequestKey } from './request-key.ts';

/** Says what sets a request apart from the recorded one that is most like it. */
export function describeMismatch(key: RequestKey, { lines, unreadable }: CassetteContent): string {
  const damage = unreadable.length === 0 ? '' : ` Lines that could not be read: ${unreadable.join(', ')}.`;
  const what = `No recorded answer fits the request that ends in "${key.about}"`;
  const nearest = lines
    .map(({ request }) => request)
    .toSorted((left, right) => likeness(right, key) - likeness(left, key))[0];
  if (nearest === undefined) return `${what}: nothing is recorded.${damage}`;
  return `${what}: compared with the recorded one that ends in "${nearest.about}", ${difference(key, nearest)}.${damage}`;
}

function difference(key: RequestKey, recorded: RequestKey): string {
  const differing = [
    ...(['instructions', 'tools', 'params'] as const).filter((part) => key[part] !== recorded[part]),
    ...messageDifference(key, recorded),
  ];
  return `these differ: ${differing.join(', ')}`;
}

function messageDifference({ messages }: RequestKey, recorded: RequestKey): string[] {
  const same = commonStart(messages, recorded.messages);
  if (same === messages.length && same === recorded.messages.length) return [];
  if (same < Math.min(messages.length, recorded.messages.length)) return [`message ${same + 1}`];
  return [`the number of messages (${messages.length} instead of ${recorded.messages.length})`];
}

function likeness(recorded: RequestKey, key: RequestKey): number {
  const parts = ['instructions', 'tools', 'params'] as const;
  const same = commonStart(recorded.messages, key.messages);
  const apart = recorded.messages.length + key.messages.length - 2 * same;
  return same - apart / 2 + parts.filter((part) => recorded[part] === key[part]).length / 4;
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const end = left.findIndex((item, index) => item !== right[index]);
  return end === -1 ? left.length : end;
}
