import { GoondanError, isErrorCode, type JsonValue } from '@goondan/core';
import { runtimeEventSchema, shape } from '@goondan/runtime/engine';

const thrownSchema = shape.object({
  name: shape.string(),
  message: shape.string(),
  code: shape.string().exactOptional(),
  suggestion: shape.string().exactOptional(),
});

/** What a step came to, as it stands in the journal: its value, or what it threw, and what was told up to then. */
export const recordedStepSchema = shape.object({
  value: shape.json().exactOptional(),
  thrown: thrownSchema.exactOptional(),
  events: shape.array(runtimeEventSchema),
});

/** See `recordedStepSchema`. */
export type RecordedStep = shape.Infer<typeof recordedStepSchema>;

/** What was thrown, as it is recorded: on a cluster a body that threw is not run again. */
export function recordThrown(thrown: unknown): shape.Infer<typeof thrownSchema> {
  if (thrown instanceof GoondanError) {
    const { name, message, code, suggestion } = thrown;
    return { name, message, code, suggestion };
  }
  return thrown instanceof Error
    ? { name: thrown.name, message: thrown.message }
    : { name: 'Error', message: String(thrown) };
}

/** The value of a step, or what it threw. */
export function valueOf({ value, thrown }: RecordedStep): JsonValue {
  if (thrown !== undefined) throw errorOf(thrown);
  return value ?? null;
}

function errorOf({ name, message, code, suggestion }: shape.Infer<typeof thrownSchema>): Error {
  if (isErrorCode(code))
    return new GoondanError(code, message, suggestion === undefined ? {} : { suggestion });
  const error = new Error(message);
  error.name = name;
  return error;
}
