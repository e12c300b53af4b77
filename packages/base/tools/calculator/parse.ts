import type { MathJsInstance, MathNode } from 'mathjs';
import { expressionError } from './expression-error.ts';

/** Parses an expression. Throws with the column where it cannot be understood. */
export function parse(math: MathJsInstance, expression: string): MathNode {
  try {
    return math.parse(expression);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const [, reason = thrown.message, char = '1'] = /^(.*) \(char (\d+)\)$/s.exec(thrown.message) ?? [];
    const column = Number(char);
    const words = reason.charAt(0).toLowerCase() + reason.slice(1);
    throw expressionError(`Column ${column}: ${words}.`, adviceFor(expression, column));
  }
}

function adviceFor(expression: string, column: number): string {
  const around = expression.slice(Math.max(0, column - 2));
  if (around.startsWith('**')) return 'Write ^ for powers.';
  if (/^\d?,\d{3}/.test(around)) return 'Write numbers without thousands separators: 1000, not 1,000.';
  return 'Correct the expression at this column and call the tool again.';
}
