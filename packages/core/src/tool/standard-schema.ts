import { pointerTo } from '../json/json-pointer.ts';
import { isRecord } from '../json/json-value.ts';
import { joinFailures } from '../schema/schema-failure.ts';

/** The part of the Standard Schema interface (standardschema.dev) that tools use: zod, valibot, arktype and others have it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** The Standard JSON Schema extension; not every vendor has it. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** What validation gives: a value, or issues with their paths. */
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema's validated values are. */
export type StandardOutput<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** True for any object with the Standard Schema interface. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (!('~standard' in value)) return false;
  const standard = value['~standard'];
  return isRecord(standard) && standard['version'] === 1 && typeof standard['validate'] === 'function';
}

/** Issues as `E_TOOL_INVALID_ARGS` words them: `/path message; …`. */
export function describeIssues(issues: readonly StandardIssue[]): string {
  return joinFailures(issues.map((issue) => ({ path: pathOf(issue), message: issue.message })));
}

function pathOf(issue: StandardIssue): string {
  const keys = (issue.path ?? []).map((segment) =>
    String(typeof segment === 'object' ? segment.key : segment),
  );
  return keys.reduce(pointerTo, '');
}
