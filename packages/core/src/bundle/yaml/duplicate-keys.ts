import { isScalar, visit, type Document, type Scalar } from 'yaml';
import type { Place } from '../finding.ts';
import type { Range } from './node-range.ts';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';
import { quote } from '../wording.ts';

/** Keys that stand twice in one mapping; the parser is told to let them pass so that the rest of the document can be checked. */
export function duplicateKeys(document: Document, placeOf: (range: Range) => Place): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Map(_key, map) {
      const seen = new Map<string, Scalar>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const first = seen.get(name);
        if (first === undefined) seen.set(name, key);
        else problems.push(duplicateKey(name, rangeOf(key), placeOf(rangeOf(first)).line));
      }
    },
  });
  return problems;
}

function duplicateKey(name: string, range: Range, firstLine: number): YamlProblem {
  return {
    code: 'E_CONFIG_YAML_DUPLICATE_KEY',
    range,
    message: `the key ${quote(name)} stands twice in one mapping`,
    hint: `first on line ${firstLine}: keep one`,
  };
}
