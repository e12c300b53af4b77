import type { Document, Node } from 'yaml';
import type { Place } from '../finding.ts';
import { quote } from '../wording.ts';
import type { Range } from './node-range.ts';
import { keysOf, nodesOf } from './nodes-of.ts';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';

/** Keys that stand twice in one mapping; the parser is told to let them pass so that the rest of the document can be checked. */
export function duplicateKeys(document: Document, placeOf: (range: Range) => Place): YamlProblem[] {
  return nodesOf(document).flatMap((visited) => {
    const seen = new Map<string, Node>();
    return keysOf(visited.node).flatMap(({ name, node }) => {
      const first = seen.get(name);
      if (first !== undefined) return [duplicateKey(name, rangeOf(node), placeOf(rangeOf(first)).line)];
      seen.set(name, node);
      return [];
    });
  });
}

function duplicateKey(name: string, range: Range, firstLine: number): YamlProblem {
  return {
    code: 'E_CONFIG_YAML_DUPLICATE_KEY',
    range,
    message: `the key ${quote(name)} stands twice in one mapping`,
    hint: `first on line ${firstLine}: keep one`,
  };
}
