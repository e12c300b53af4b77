import { branchKeyword } from './mark-branches.ts';
import type { AjvError } from './validator.ts';

/** One error and, of a union, the errors of each of its branches. */
export interface FailureNode {
  readonly error: AjvError;
  readonly branches: readonly (readonly FailureNode[])[];
}

/** Makes a tree of the flat list that a validator with marked branches leaves: marks open branches, the error of the union closes them. */
export function groupErrors(errors: readonly AjvError[]): readonly FailureNode[] {
  const open: { outer: FailureNode[]; branches: FailureNode[][] }[] = [];
  let current: FailureNode[] = [];
  for (const error of errors) {
    if (error.keyword === branchKeyword) {
      if (error.schema === 0) open.push({ outer: current, branches: [] });
      current = [];
      open.at(-1)?.branches.push(current);
    } else if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const closed = open.pop();
      current = closed?.outer ?? current;
      current.push({ error, branches: closed?.branches ?? [] });
    } else if (error.keyword === 'propertyNames') {
      // The errors of a name come as those of a union with one branch.
      const name = current.at(-1)?.error.keyword === 'anyOf' ? current.pop() : undefined;
      current.push({ error, branches: name?.branches ?? [] });
    } else {
      current.push({ error, branches: [] });
    }
  }
  return current;
}
