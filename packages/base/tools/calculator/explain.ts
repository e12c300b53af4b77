import { GoondanError } from '@goondan/core/basics';
import type { MathJsInstance, MathNode } from 'mathjs';
import { expressionError } from './expression-error.ts';

/** Looking for the part that failed calculates every part once more; in a long expression that is not worth it. */
const mostParts = 200;

/**
 * The smallest part of an expression that cannot be calculated by itself. Calculates all parts, so the expression must
 * have passed the check of its syntax.
 */
export function firstFailure(math: MathJsInstance, whole: MathNode): string | undefined {
  if (whole.filter(() => true).length > mostParts) return undefined;
  const search = (node: MathNode): MathNode | undefined => {
    let found: MathNode | undefined;
    // Of a condition only one branch is calculated; the other may well be impossible.
    if (!math.isConditionalNode(node)) {
      node.forEach((child) => (found ??= search(child)));
    }
    return found ?? (canBeCalculated(math, node) ? undefined : node);
  };
  return search(whole)?.toString();
}

function canBeCalculated(math: MathJsInstance, node: MathNode): boolean {
  try {
    const value: unknown = node.evaluate(new Map());
    return !math.isBigNumber(value) || value.isFinite();
  } catch {
    return false;
  }
}

/** What went wrong, in the words of the tool: those of mathjs name its own types. */
export function explain(thrown: unknown, part: string | undefined): Error {
  if (thrown instanceof RangeError && thrown.message.includes('call stack')) {
    return expressionError('The expression is nested too deeply.', 'Calculate a part of it first.');
  }
  const { message, suggestion } = worded(thrown);
  if (message.startsWith('Column ')) return expressionError(message, suggestion);
  return expressionError(`In ${part === undefined ? 'the expression' : `"${part}"`}: ${message}`, suggestion);
}

function worded(thrown: unknown): { message: string; suggestion?: string } {
  if (thrown instanceof GoondanError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const [, problem, name] =
    /^(Unexpected type of argument|Too (?:many|few) arguments) in function (\w+)/.exec(message) ?? [];
  if (name === undefined)
    return { message: `${message.replace(/^\[DecimalError\] /, '').replace(/\.$/, '')}.` };
  return problem === 'Unexpected type of argument'
    ? {
        message: `${name} cannot take a value of this kind.`,
        suggestion: 'Check units, complex numbers and true or false.',
      }
    : {
        message: `${name} has too many or too few arguments.`,
        suggestion: `Check the arguments of ${name}.`,
      };
}
