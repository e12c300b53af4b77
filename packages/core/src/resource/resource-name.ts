import { resourceNameProblem, type NameProblem } from '../tool/name.ts';
import type { ResourceKind } from './resource-kind.ts';

const longestName = 100;

/**
 * What is wrong with `metadata.name` of a resource, or undefined. Tool names reach the model and are held to NAME-2..5;
 * other names reach refs, addresses and folder names only, so that any script may be used.
 */
export function resourceNameProblemOf(kind: ResourceKind, name: string): NameProblem | undefined {
  if (kind === 'Tool') return resourceNameProblem(name);
  const fix = 'use letters, digits, - and _';
  if (name === '') return { reason: 'is empty', fix };
  if (/\s/u.test(name))
    return { reason: 'has a blank in it', fix: `use ${name.trim().replace(/\s+/gu, '-')}` };
  if (/[/\\:]/.test(name)) return { reason: 'has a /, \\ or :, which refs and paths are made with', fix };
  if (/\p{Cc}/u.test(name)) return { reason: 'has a control character', fix };
  if (name.startsWith('.')) return { reason: 'begins with a dot', fix };
  if (name.length > longestName)
    return { reason: `is longer than ${longestName} characters`, fix: 'shorten it' };
  return undefined;
}
