import { isMap, isScalar, visit, type Document, type Scalar } from 'yaml';
import type { Range } from './node-range.ts';
import { rangeOf } from './yaml-problem.ts';

const secretKey = /(?:api[-_]?key|access[-_]?key|token|secret|password|authorization)$/i;
const secretShape =
  /\b(?:sk|pk|rk)[-_][\w-]{8,}|\bgh[a-z]_\w{16,}|\bxox[a-z]-[\w-]{8,}|\bAIza[\w-]{20,}|\bAKIA\w{12,}/g;

/** True for what can only be the name of an environment variable, and not a key pasted in its place. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && text.search(secretShape) < 0;
}

/** Where values stand that must not be shown: scalars under keys named like secrets, and all of `apiKey` but a variable's name. */
export function secretRanges(document: Document): Range[] {
  const ranges: Range[] = [];
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || typeof key.value !== 'string' || !secretKey.test(key.value)) return;
      if (isScalar(value)) ranges.push(rangeOf(value));
      else if (key.value === 'apiKey')
        ranges.push(
          ...scalarsIn(value)
            .filter(isLiteral)
            .map(({ node }) => rangeOf(node)),
        );
    },
  });
  return ranges;
}

interface KeyedScalar {
  readonly key: unknown;
  readonly node: Scalar;
}

function scalarsIn(value: unknown): KeyedScalar[] {
  if (!isMap(value)) return [];
  return value.items.flatMap((pair) => {
    const key = isScalar(pair.key) ? pair.key.value : undefined;
    return isScalar(pair.value) ? [{ key, node: pair.value }] : scalarsIn(pair.value);
  });
}

function isLiteral({ key, node }: KeyedScalar): boolean {
  return key !== 'env' || !isVariableName(String(node.value));
}

/** The text with every secret in it starred out, character for character so that columns stay where they are. */
export function maskSecrets(text: string, ranges: readonly Range[]): string {
  let masked = text;
  for (const [start, end] of ranges) {
    masked = masked.slice(0, start) + starred(masked.slice(start, end)) + masked.slice(end);
  }
  return masked.replace(secretShape, starred);
}

function starred(text: string): string {
  return text.replace(/[^\s"']/g, '*');
}
