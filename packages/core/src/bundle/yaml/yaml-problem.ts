import type { Node } from 'yaml';
import type { Problem } from '../finding.ts';
import type { Range } from './node-range.ts';

/** A problem of the YAML itself, at its offsets in the text of the document. */
export interface YamlProblem extends Omit<Problem, 'path' | 'at'> {
  readonly range: Range;
}

/** The offsets of a node that was parsed. */
export function rangeOf(node: Node): Range {
  return node.range ? [node.range[0], node.range[1]] : [0, 0];
}
