import { equalsKeyword } from './ajv-form.ts';
import { alternatives, describeKeyword, oneOf, typeNames } from './describe-keyword.ts';
import type { FailureNode } from './group-errors.ts';
import { memberOf } from '../json/json-pointer.ts';
import { listOf, type JsonSchema } from './json-schema.ts';
import { branchAt } from './mark-branches.ts';
import { preview, typedPreview } from './preview.ts';
import type { SchemaFailure } from './schema-failure.ts';
import type { AjvError } from './validator.ts';

/** An `anyOf` or `oneOf` that failed: its error, the errors of each branch, and those in words. */
interface FailedUnion {
  readonly error: AjvError;
  readonly branches: readonly (readonly FailureNode[])[];
  readonly described: readonly (readonly SchemaFailure[])[];
  readonly path: string;
  readonly root: JsonSchema;
}

/** Says what is wrong with a value that fits no alternative: the failures of the closest one, or the list of them all. */
export function describeUnion(union: FailedUnion): readonly SchemaFailure[] {
  const { error, branches, described, path, root } = union;
  const value: unknown = error.data;
  const passing: unknown = memberOf(error.params, 'passingSchemas');
  if (Array.isArray(passing)) {
    const numbers = passing.map((position) => branchAt(Number(position)) + 1).join(' and ');
    const which = `must match exactly one of: ${alternatives(error.schema, root)}`;
    return [{ path, message: `${which}, but matches alternatives ${numbers}, got ${typedPreview(value)}` }];
  }
  const only = branches.map((branch) => (branch.length === 1 ? branch[0]?.error : undefined));
  const types = only.map((failure) => (isAt(failure, error, 'type') ? failure?.schema : undefined));
  if (types.every((type) => type !== undefined)) {
    return [
      { path, message: `must be ${typeNames([...new Set(types.flat())])}, got ${typedPreview(value)}` },
    ];
  }
  const tagged = taggedValues(branches);
  if (tagged !== undefined) {
    return [{ path: tagged.path, message: `must be ${oneOf(tagged.allowed)}, got ${preview(tagged.value)}` }];
  }
  const closest = closestBranch(union);
  return closest === undefined
    ? [{ path, message: describeKeyword(error, root) }]
    : (described[closest] ?? []);
}

function isAt(failure: AjvError | undefined, union: AjvError, keyword: string): boolean {
  return failure?.keyword === keyword && failure.instancePath === union.instancePath;
}

/** The place where every branch wants another value, and all those values: the tag of a tagged union. */
function taggedValues(
  branches: FailedUnion['branches'],
): { readonly path: string; readonly value: unknown; readonly allowed: readonly unknown[] } | undefined {
  const [first = [], ...others] = branches.map((branch) =>
    branch.map(({ error }) => error).filter(wantsValue),
  );
  for (const { instancePath, data, ...tag } of first) {
    const same = others.map((errors) => errors.find((error) => error.instancePath === instancePath));
    if (!same.every((error) => error !== undefined)) continue;
    const allowed = [tag, ...same].flatMap((error): readonly unknown[] =>
      error.keyword === 'const' ? [error.schema] : listOf(error.schema),
    );
    return { path: instancePath, value: data, allowed };
  }
  return undefined;
}

function wantsValue(error: AjvError): boolean {
  return ['const', 'enum', equalsKeyword].includes(error.keyword);
}

const otherType = 1_000_000;
const otherValue = 100_000;
const otherTag = 1000;

/** The branch that differs least: right type, right value, right tag (a member with `const` or `enum`), fewest failures; undefined when two are as close. */
function closestBranch({ error, branches, described }: FailedUnion): number | undefined {
  if (branches.length === 1) return 0;
  const distances = branches.map((branch, index) => {
    const weights = branch.map(({ error: failure }) => {
      if (isAt(failure, error, 'type') || isAt(failure, error, 'false schema')) return otherType;
      if (!wantsValue(failure)) return 0;
      return failure.instancePath === error.instancePath ? otherValue : otherTag;
    });
    return Math.max(0, ...weights) + (described[index]?.length ?? 0);
  });
  const least = Math.min(...distances);
  const closest = distances.indexOf(least);
  return distances.lastIndexOf(least) === closest && least < otherType ? closest : undefined;
}
