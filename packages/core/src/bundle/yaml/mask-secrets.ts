import { isScalar, type Document } from 'yaml';
import { hasKnownSecret, maskKnownSecrets, starred } from '../known-secrets.ts';
import type { Range } from './node-range.ts';
import { nodesOf } from './nodes-of.ts';
import { rangeOf } from './yaml-problem.ts';

const secretKey = /(?:api[-_]?key|access[-_]?key|token|secret|password|authorization)$/i;

/** True for a key that is named like what it holds: a secret. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key);
}

/** True for what can only be the name of an environment variable, and not a key pasted in its place. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !hasKnownSecret(text);
}

/** Where values stand that must not be shown: scalars under keys named like secrets, and all of `apiKey` but a variable's name. */
export function secretRanges(document: Document): Range[] {
  const nodes = nodesOf(document);
  const keyNodes = new Set(nodes.filter(({ key }) => key === 'apiKey').map(({ node }) => node));
  return nodes
    .filter(({ node, isKey }) => isScalar(node) && !isKey)
    .filter(({ node, key, ancestors }) => {
      if (key === 'env' && isScalar(node) && isVariableName(String(node.value))) return false;
      return isSecretKey(key ?? '') || ancestors.some((ancestor) => keyNodes.has(ancestor));
    })
    .map(({ node }) => rangeOf(node));
}

/** The text with every secret in it starred out, character for character so that columns stay where they are. */
export function maskSecrets(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    pieces.push(text.slice(from, start), starred(text.slice(start, end)));
    from = end;
  }
  return maskKnownSecrets(pieces.join('') + text.slice(from));
}
