import type { CallExplanation } from '@goondan/core';
import { paint } from '../output/paint.ts';
import { table } from '../output/table.ts';
import { terminalText } from '../output/terminal-text.ts';

const colors = {
  allowed: 'green',
  blocked: 'red',
  refused: 'red',
  held: 'yellow',
  depends: 'yellow',
} as const;

/** A decision, its rule, and what every layer says to it. */
export function explanationText(
  { tool, decision, rule, reason, layers }: CallExplanation,
  isColored: boolean,
): string {
  const head = `${tool}: ${paint(decision, colors[decision], isColored)} by ${rule}`;
  const rows = layers.map((layer) => [`  ${layer.layer}`, layer.verdict, terminalText(layer.reason)]);
  return `${head}\n  ${terminalText(reason)}\n\n${table(rows)}`;
}
