import { defineTool } from '@goondan/core/basics';

/** What calculates is loaded by the first call: whoever only lists tools does not wait for it. */
export const evaluate = defineTool({
  name: 'calculator__evaluate',
  description:
    'Calculates one mathematical expression exactly, such as "2+3*4", "12.5% * 80", "sqrt(2)^3", "100!", "5 cm to inch", ' +
    '"mean([1, 2, 4])" or "sin(45 deg)". Integers are exact up to 64 digits and decimals do not drift (0.1+0.2 is 0.3). ' +
    'Operators: + - * / ^ % ! and comparisons, ? :. Angles are radians unless written with deg. No variables, no text, no matrices.',
  isolation: 'worker',
  timeoutMs: 10_000,
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      expression: {
        type: 'string',
        description:
          'One expression in plain notation: * for times, / for divided by, ^ for powers, . for decimals, no thousands separators.',
        minLength: 1,
        maxLength: 4000,
        examples: ['2+3*4'],
      },
    },
    required: ['expression'],
    additionalProperties: false,
    examples: [{ expression: '2+3*4' }],
  },
  output: {
    type: 'object',
    properties: {
      value: {
        description:
          'The result: a number, true or false. For a result with a unit the number in that unit. A text where no JSON ' +
          'number can hold it: a complex number, or one beyond 1e308.',
        type: ['number', 'boolean', 'string'],
      },
      text: {
        description:
          'The result as a person writes it, with its unit, and with all digits of a large integer.',
        type: 'string',
      },
    },
    required: ['value', 'text'],
    additionalProperties: false,
  },
  handler: async (_ctx, { expression }) => {
    const { simpleArithmetic } = await import('./simple-arithmetic.ts');
    const simple = simpleArithmetic(expression);
    if (simple !== undefined) return { ...simple };
    const { calculate } = await import('./calculate.ts');
    return { ...calculate(expression) };
  },
});
