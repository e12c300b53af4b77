import { isAlias, type Document, type Node } from 'yaml';
import { deepestNesting, keysOf, nodesOf, type VisitedNode } from './nodes-of.ts';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';

const mostAliases = 100;

/** What would make the value of a document endless, huge or other than what is written: nesting, aliases, merge keys. */
export function structureProblems(document: Document): YamlProblem[] {
  const nodes = nodesOf(document);
  const tooDeep = nodes.find(({ ancestors }) => ancestors.length > deepestNesting);
  if (tooDeep !== undefined) return [depthProblem(tooDeep.node)];
  const problems = [...keyProblems(nodes), ...aliasProblems(nodes)];
  return problems.length === 0 ? expansionProblems(document, nodes) : problems;
}

function depthProblem(node: Node): YamlProblem {
  const message = `this is nested more than ${deepestNesting} levels deep`;
  return { code: 'E_CONFIG_YAML_LIMIT', range: rangeOf(node), message };
}

function keyProblems(nodes: readonly VisitedNode[]): YamlProblem[] {
  return nodes
    .flatMap(({ node }) => keysOf(node))
    .flatMap(({ name, node }): YamlProblem[] => {
      const range = rangeOf(node);
      if (name === '<<') {
        const message = 'the merge key << is not part of YAML 1.2';
        return [{ code: 'E_CONFIG_YAML_ALIAS', range, message, hint: 'write the fields out' }];
      }
      if (name !== '__proto__') return [];
      const message = 'the key "__proto__" is not allowed';
      return [{ code: 'E_CONFIG_UNKNOWN_FIELD', range, message, hint: 'remove it' }];
    });
}

function aliasProblems(nodes: readonly VisitedNode[]): YamlProblem[] {
  const anchors = new Map<string, Node>();
  return nodes.flatMap(({ node, ancestors }) => {
    if (!isAlias(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return [];
    }
    const target = anchors.get(node.source);
    if (target === undefined)
      return [aliasProblem(node, 'has no anchor before it', `write &${node.source} first`)];
    return ancestors.includes(target) ? [aliasProblem(node, 'stands inside what it refers to')] : [];
  });
}

function expansionProblems(document: Document, nodes: readonly VisitedNode[]): YamlProblem[] {
  try {
    document.toJS({ maxAliasCount: mostAliases });
    return [];
  } catch {
    const last = nodes.findLast(({ node }) => isAlias(node)) ?? nodes[0];
    const reason = `and others unfold to more than ${mostAliases} copies`;
    return last === undefined ? [] : [aliasProblem(last.node, reason, 'write the values out')];
  }
}

function aliasProblem(node: Node, reason: string, hint?: string): YamlProblem {
  const name = isAlias(node) ? `*${node.source}` : 'here';
  return { code: 'E_CONFIG_YAML_ALIAS', range: rangeOf(node), message: `the alias ${name} ${reason}`, hint };
}
