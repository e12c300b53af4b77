import { nearest } from '@goondan/core/basics';
import type { MathJsInstance, MathNode } from 'mathjs';
import { exactDigits } from './calculation.ts';
import { expressionError } from './expression-error.ts';
import { constants, functions, listFunctions, operators } from './vocabulary.ts';

/** Throws unless every part of the parsed expression is one that this tool offers: what is not known is not run. */
export function checkSyntax(math: MathJsInstance, node: MathNode, expression: string): void {
  if (math.isConstantNode(node)) return checkConstant(math, node.value, node, expression);
  if (math.isSymbolNode(node)) return checkName(math, node.name, expression);
  if (math.isFunctionNode(node)) return checkCall(math, node, expression);
  if (math.isOperatorNode(node)) {
    const { op, fn }: { op: string; fn: string } = node;
    if (!operators.has(fn))
      throw expressionError(`${at(expression, op)}the operator ${op} is not available.`);
  } else if (!math.isParenthesisNode(node) && !math.isConditionalNode(node) && !math.isRelationalNode(node)) {
    throw notOffered(node.type, expression);
  }
  node.forEach((child) => checkSyntax(math, child, expression));
}

function checkConstant(math: MathJsInstance, value: unknown, node: MathNode, expression: string): void {
  if (math.isBigNumber(value)) {
    if (!value.isFinite())
      throw expressionError('a number is too large: at most 1e1000 can be calculated with.');
    if (value.precision() <= exactDigits) return;
    throw expressionError(
      `a number has ${value.precision()} digits: at most ${exactDigits} can be calculated with.`,
    );
  }
  // A percentage is a division by a plain 100.
  if (typeof value === 'boolean' || Number.isFinite(value)) return;
  if (value === undefined && expression.trim() !== 'undefined')
    throw expressionError('there is nothing to calculate.');
  const text = node.toString();
  throw expressionError(`${at(expression, text)}${text} cannot be calculated with.`, 'Use numbers only.');
}

function checkName(math: MathJsInstance, name: string, expression: string): void {
  if (constants.has(name)) return;
  if (functions.has(name) || listFunctions.has(name)) {
    const advice = name === 'min' ? 'Write min(…), or minutes for the unit.' : `Write ${name}(…).`;
    throw expressionError(`${at(expression, name)}${name} is a function and needs its arguments.`, advice);
  }
  // A name of mathjs itself would win over the unit of that name.
  if (!(name in math) && math.Unit.isValuelessUnit(name)) return;
  throw expressionError(
    `${at(expression, name)}"${name}" is neither a constant nor a unit.`,
    `There are no variables: write the number itself. Constants: ${[...constants].join(', ')}.`,
  );
}

function checkCall(
  math: MathJsInstance,
  node: { readonly fn: unknown; readonly args: readonly MathNode[] },
  expression: string,
): void {
  if (!math.isSymbolNode(node.fn)) throw notOffered('AccessorNode', expression);
  const { name } = node.fn;
  const takesList = listFunctions.has(name);
  if (!takesList && !functions.has(name)) {
    const near = nearest(name, [...functions, ...listFunctions]);
    throw expressionError(
      `${at(expression, name)}there is no function "${name}".`,
      near === undefined
        ? `Functions: ${[...functions, ...listFunctions].join(', ')}.`
        : `Did you mean ${near}?`,
    );
  }
  for (const argument of node.args) {
    if (!math.isArrayNode(argument)) checkSyntax(math, argument, expression);
    else if (takesList && node.args.length === 1) {
      for (const item of argument.items) checkSyntax(math, item, expression);
    } else throw notOffered('ArrayNode', expression);
  }
}

const refusals: Readonly<Record<string, readonly [message: string, suggestion: string]>> = {
  ArrayNode: [
    'a list can only be the one argument of a function of lists.',
    `Functions of lists: ${[...listFunctions].join(', ')}; for example mean([1, 2, 4]).`,
  ],
  AssignmentNode: [
    'an expression cannot set a variable.',
    'Write the value where it is used; for ==, two equal signs.',
  ],
  FunctionAssignmentNode: ['an expression cannot define a function.', 'Write out the calculation itself.'],
  BlockNode: ['there is more than one expression.', 'Call the tool once for each expression.'],
  RangeNode: ['a range a:b is not available.', 'Write the numbers out, for example sum([1, 2, 3]).'],
};

function notOffered(type: string, expression: string): Error {
  const [message, suggestion] = refusals[type] ?? [
    'an expression has no properties, objects or indexes.',
    'Use numbers, operators and functions only.',
  ];
  const sign = {
    AssignmentNode: '=',
    FunctionAssignmentNode: '=',
    RangeNode: ':',
    ArrayNode: '[',
    BlockNode: ';',
    ObjectNode: '{',
  }[type];
  return expressionError(`${sign === undefined ? '' : at(expression, sign)}${message}`, suggestion);
}

/** Where a word or sign stands first; parsed parts do not know their place. */
function at(expression: string, text: string): string {
  const index = /^\w+$/.test(text)
    ? expression.search(new RegExp(`(?<![A-Za-z_])${text}(?!\\w)`))
    : expression.indexOf(text);
  return index < 0 ? '' : `Column ${index + 1}: `;
}
