import { foreignToolName } from '@goondan/core';
import { diffLines, type ToolStanding } from '@goondan/mcp';
import { table } from '../output/table.ts';
import { oneLine } from '../output/terminal-text.ts';

const longestText = 80;

/** A tool of a server, as it is shown to people and programs. */
export interface ShownTool {
  /** The name models see. */
  readonly name: string;
  readonly tool: string;
  readonly status: ToolStanding['status'];
  readonly reason?: string;
  readonly description?: string;
  readonly diff: readonly string[];
  readonly hidden: readonly string[];
}

/** How it stands with a tool, without what it says of itself. */
export function shownTool(
  server: string,
  { tool, status, reason, changes, hidden }: ToolStanding,
): ShownTool {
  const told = reason === undefined ? {} : { reason };
  return { name: foreignToolName(server, tool), tool, status, ...told, diff: diffLines(changes), hidden };
}

/** A line for each tool, with why it is not offered, and what has changed of those that have. */
export function toolLines(tools: readonly ShownTool[]): string[] {
  const rows = tools.map(({ name, status, reason, description = '', hidden }) => [
    `  ${name}`,
    status,
    [
      ...(hidden.length === 0 ? [] : [`hidden characters: ${hidden.join(', ')}`]),
      ...(reason === undefined ? [] : [oneLine(reason, 4 * longestText)]),
      ...(reason !== undefined || description === '' ? [] : [oneLine(description, longestText)]),
    ].join('; '),
  ]);
  const drifted = tools.filter(({ status }) => status === 'drifted');
  return [
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...drifted.flatMap(({ tool, diff }) => [`  ${tool} has changed:`, ...diff.map((line) => `    ${line}`)]),
  ];
}
