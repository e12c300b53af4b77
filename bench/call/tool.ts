/** The one tool that every contestant calls. */
export const addName = 'calc__add';

/** What `calc__add` takes. */
export type AddInput = { readonly a: number; readonly b: number };

/** What `calc__add` answers. */
export type AddOutput = { sum: number };

/** A call as a model asks for it: the same object for the contestants of our own making and for ours. */
export interface AddCall {
  readonly id: string;
  readonly name: string;
  readonly args: { a: number; b: number };
}

/** The handler itself: async, with nothing to wait for, so that a contestant's own cost is what is left. */
export async function add(input: AddInput): Promise<AddOutput> {
  return { sum: input.a + input.b };
}

/** The input of `calc__add` as JSON Schema. */
export function addParameters() {
  return {
    type: 'object' as const,
    properties: { a: { type: 'number' as const }, b: { type: 'number' as const } },
    required: ['a', 'b'],
  };
}

/** Fresh valid arguments, whose sum is `expectedSum`. */
export function validArguments(): { a: number; b: number } {
  return { a: 2, b: 3 };
}

/** Fresh arguments that every validating contestant must refuse. */
export function invalidArguments(): { a: string; b: number } {
  return { a: '2', b: 3 };
}

/** The sum of `validArguments`. */
export const expectedSum = 5;

/** A valid call with this id. */
export function addCall(id: string): AddCall {
  return { id, name: addName, args: validArguments() };
}

/** True for an object that holds the right sum. */
export function holdsSum(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'sum' in value && value.sum === expectedSum;
}
