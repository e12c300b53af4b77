import { nearest } from '../../error/nearest.ts';
import { buildToolName, parseToolName } from '../../tool/name.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { entriesAt, itemsAt, textAt } from '../raw-value.ts';
import { didYouMean, quote } from '../wording.ts';

const whitelists = [
  ['spec', 'policy', 'tools', 'whitelist'],
  ['spec', 'policy', 'delegate', 'whitelist'],
];

/** Patterns in a policy name tools that can exist, and argument patterns are regular expressions (POL-2, POL-4). */
export function checkPolicyPatterns({ kind, value }: ConfigDocument, { documents }: CheckContext): Problem[] {
  if (kind !== 'Swarm' && kind !== 'Agent') return [];
  const known = documents.flatMap(toolNames);
  const rules = itemsAt(value, ['spec', 'policy', 'tools', 'approvals']);
  const expressions = rules.flatMap(({ path }) => entriesAt(value, [...path, 'args']));
  return [
    ...whitelists
      .flatMap((place) => itemsAt(value, place))
      .flatMap(({ path, value: pattern }) =>
        pattern === '*' ? [allAllowed(path)] : patternProblems(path, pattern, known),
      ),
    ...rules.flatMap((rule) => {
      const pattern = textAt(rule.value, ['tool']);
      return pattern === '*' ? [] : patternProblems([...rule.path, 'tool'], pattern, known);
    }),
    ...expressions.flatMap((entry) => expressionProblems(entry.path, entry.value)),
  ];
}

function toolNames({ kind, name, value }: ConfigDocument): string[] {
  if (kind !== 'Tool' || name === undefined) return [];
  const exports = itemsAt(value, ['spec', 'exports']).flatMap((item) => textAt(item.value, ['name']) ?? []);
  return exports.map((exportName) => buildToolName(name, exportName));
}

function allAllowed(path: Path): Problem {
  const message = 'a whitelist does not take "*"';
  const setting = path.includes('delegate') ? 'delegate' : 'whitelist';
  return { code: 'E_CONFIG_POLICY_PATTERN', path, message, hint: `leave ${setting} out to allow all tools` };
}

function patternProblems(path: Path, pattern: unknown, known: readonly string[]): Problem[] {
  // The shape check reports what is no text or empty.
  if (typeof pattern !== 'string' || pattern === '') return [];
  if (parseToolName(pattern.replace(/__\*$/, '__x')) !== null) return [];
  const message = `${quote(pattern)} is neither a full tool name nor resource__*`;
  const hint = didYouMean(nearest(pattern, known)) ?? wildcardHint(pattern);
  return [{ code: 'E_CONFIG_POLICY_PATTERN', path, message, hint }];
}

function wildcardHint(pattern: string): string | undefined {
  const resource = pattern.replace(/[_*]+$/, '');
  if (parseToolName(buildToolName(resource, 'x')) === null) return undefined;
  return `write ${resource}__* for all tools of ${resource}`;
}

function expressionProblems(path: Path, source: unknown): Problem[] {
  if (typeof source !== 'string') return [];
  try {
    RegExp(source, 'u');
    return [];
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, '') : '';
    const message = `${quote(source)} is not a regular expression: ${reason}`;
    return [{ code: 'E_CONFIG_POLICY_EXPRESSION', path, message }];
  }
}
