import { isAlias, isScalar, visit, type Document, type Node } from 'yaml';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';

const deepestNesting = 100;
const mostAliases = 100;

/** What would make the value of a document endless, huge or other than what is written: aliases, nesting, merge keys. */
export function structureProblems(document: Document): YamlProblem[] {
  const problems: YamlProblem[] = [];
  const anchors = new Map<string, Node>();
  visit(document, {
    Pair(_key, { key }) {
      if (isScalar(key) && key.value === '<<') problems.push(mergeKey(key));
      if (isScalar(key) && key.value === '__proto__') problems.push(prototypeKey(key));
    },
    Node(_key, node, ancestors) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target === undefined)
          problems.push(aliasProblem(node, 'has no anchor before it', `write &${node.source} first`));
        else if (ancestors.some((ancestor) => ancestor === target))
          problems.push(aliasProblem(node, 'stands inside what it refers to'));
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
      // Each level is a collection and, in mappings, a pair.
      if (ancestors.length <= deepestNesting * 2) return undefined;
      problems.push({
        code: 'E_CONFIG_YAML_LIMIT',
        range: rangeOf(node),
        message: `this is nested more than ${deepestNesting} levels deep`,
      });
      return visit.BREAK;
    },
  });
  return problems.length === 0 ? expansionProblems(document) : problems;
}

function expansionProblems(document: Document): YamlProblem[] {
  try {
    document.toJS({ maxAliasCount: mostAliases });
    return [];
  } catch {
    let last: Node | null = document.contents;
    visit(document, {
      Alias(_key, node) {
        last = node;
      },
    });
    return last === null
      ? []
      : [aliasProblem(last, `and others unfold to more than ${mostAliases} copies`, 'write the values out')];
  }
}

function aliasProblem(node: Node, reason: string, hint?: string): YamlProblem {
  const name = isAlias(node) ? `*${node.source}` : 'here';
  return { code: 'E_CONFIG_YAML_ALIAS', range: rangeOf(node), message: `the alias ${name} ${reason}`, hint };
}

function mergeKey(node: Node): YamlProblem {
  const message = 'the merge key << is not part of YAML 1.2';
  return { code: 'E_CONFIG_YAML_ALIAS', range: rangeOf(node), message, hint: 'write the fields out' };
}

function prototypeKey(node: Node): YamlProblem {
  return {
    code: 'E_CONFIG_UNKNOWN_FIELD',
    range: rangeOf(node),
    message: 'the key "__proto__" is not allowed',
    hint: 'remove it',
  };
}
