import type { MathNode } from 'mathjs';
import { checkCharacters } from './characters.ts';
import { checkSyntax } from './check-syntax.ts';
import { explain, firstFailure } from './explain.ts';
import { mathjs } from './mathjs.ts';
import { parse } from './parse.ts';
import { render, type Calculated } from './render.ts';

/** Calculates one expression. Throws an error that says what is wrong with it and where; no call leaves anything to the next. */
export function calculate(expression: string): Calculated {
  checkCharacters(expression);
  const math = mathjs();
  let checked: MathNode | undefined;
  try {
    const node = parse(math, expression);
    checkSyntax(math, node, expression);
    checked = node;
    const result: unknown = node.evaluate(new Map());
    return render(math, result);
  } catch (thrown) {
    throw explain(thrown, checked === undefined ? undefined : firstFailure(math, checked));
  }
}
