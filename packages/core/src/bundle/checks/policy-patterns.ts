import { parseToolName } from '../../tool/name.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { entriesAt, itemsAt, textAt } from '../raw-value.ts';
import { quote } from '../wording.ts';

/** Patterns in a policy name tools that can exist, and argument patterns are regular expressions (POL-2, POL-4). */
export function checkPolicyPatterns({ kind, value }: ConfigDocument): Problem[] {
  if (kind !== 'Swarm' && kind !== 'Agent') return [];
  const tools = ['spec', 'policy', 'tools'];
  return [
    ...itemsAt(value, [...tools, 'whitelist']).flatMap((item) => patternProblems(item.path, item.value)),
    ...itemsAt(value, [...tools, 'approvals']).flatMap((rule) => [
      ...patternProblems([...rule.path, 'tool'], textAt(rule.value, ['tool']), '*'),
      ...entriesAt(value, [...rule.path, 'args']).flatMap((entry) =>
        expressionProblems(entry.path, entry.value),
      ),
    ]),
  ];
}

function patternProblems(path: Path, pattern: unknown, wildcard?: '*'): Problem[] {
  if (
    typeof pattern !== 'string' ||
    pattern === '' ||
    pattern === wildcard ||
    parseToolName(pattern) !== null
  )
    return [];
  if (pattern.endsWith('__*') && parseToolName(pattern.replace(/\*$/, 'x')) !== null) return [];
  return [
    {
      code: 'E_CONFIG_POLICY_PATTERN',
      path,
      message: `${quote(pattern)} is neither a full tool name nor resource__*${wildcard === undefined ? '' : ' nor *'}`,
      hint: patternHint(pattern, wildcard),
    },
  ];
}

function patternHint(pattern: string, wildcard?: '*'): string | undefined {
  if (pattern === '*' && wildcard === undefined) return 'leave whitelist out to allow all tools';
  const resource = pattern.replace(/[_*]+$/, '');
  return parseToolName(`${resource}__x`) === null
    ? undefined
    : `write ${resource}__* for all tools of ${resource}`;
}

function expressionProblems(path: Path, source: unknown): Problem[] {
  if (typeof source !== 'string') return [];
  try {
    RegExp(source, 'u');
    return [];
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, '') : '';
    return [
      {
        code: 'E_CONFIG_POLICY_EXPRESSION',
        path,
        message: `${quote(source)} is not a regular expression: ${reason}`,
      },
    ];
  }
}
