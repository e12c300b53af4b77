import type { ToolContext, ToolHandler } from '@goondan/core';

const rules: readonly (readonly [pattern: RegExp, remark: string])[] = [
  [/\bany\b/, 'says any'],
  [/\bTODO\b/, 'is not finished'],
  [/^.{121,}$/m, 'has a line of more than 120 characters'],
  [/^(?!\/\*\*)/, 'does not say what it is for'],
];

export const handlers: Record<string, ToolHandler> = {
  read: (_ctx: ToolContext, { source }: { source: string }) => {
    const remarks = rules.filter(([pattern]) => pattern.test(source)).map(([, remark]) => remark);
    return {
      verdict: remarks.length === 0 ? 'approved' : `changes wanted: it ${remarks.join(', ')}`,
      lines: source.trimEnd().split('\n').length,
      remarks: remarks.length,
    };
  },
};
