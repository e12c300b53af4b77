import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { snapshot, type SnapshotLimits } from '../json/snapshot.ts';
import { describeShape, exampleOf } from '../schema/describe-shape.ts';
import { joinFailures } from '../schema/schema-failure.ts';
import { asItIs, type Redact } from './failure.ts';
import type { ToolRegistration } from './registration.ts';
import { codedError, type ToolError } from './result.ts';
import { misfitOf } from './misfit.ts';

/** What arguments may be at the most. */
export const argumentLimits: SnapshotLimits = {
  maxDepth: 500,
  maxSize: 16 * 1024 * 1024,
  refusePrototypeKey: true,
};

/** A call's arguments, fit for the handler, or what is wrong with them. */
export type CheckedArguments =
  | { readonly args: JsonObject; readonly error?: undefined }
  | { readonly args?: undefined; readonly error: ToolError };

/**
 * Copies and checks arguments against the tool's parameters. The copy is what the handler gets, so that nobody who
 * kept the original can change it after the check. No coercion, no defaults, no repair. What is told of wrong ones is without secrets.
 */
export function checkArguments(
  registration: ToolRegistration,
  args: unknown,
  redact: Redact = asItIs,
): CheckedArguments {
  const copy = snapshot(args, argumentLimits, redact);
  if (copy.status === 'failed')
    return invalid(registration, redact(joinFailures([{ path: copy.path, message: copy.reason }])));
  if (!isJsonObject(copy.value))
    return invalid(registration, `(root) must be object, got ${typeName(copy.value)}`);
  const schema = registration.input;
  if (schema === undefined || schema.accepts(copy.value)) return { args: copy.value };
  return invalid(registration, misfitOf(schema, copy.value, redact));
}

function invalid(registration: ToolRegistration, what: string): CheckedArguments {
  const details = suggestionFor(registration);
  return { error: codedError('E_TOOL_INVALID_ARGS', `${registration.name}: ${what}`, details) };
}

function suggestionFor(registration: ToolRegistration): { suggestion?: string } {
  const schema = registration.item.parameters;
  if (schema === undefined) return { suggestion: 'Send a JSON object.' };
  const example = exampleOf(schema);
  const shown = example === undefined ? '' : ` Example: ${JSON.stringify(example)}`;
  return { suggestion: `Send ${describeShape(schema)}.${shown}` };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
