import { isErrorCode, type ErrorCode } from '../error/codes.ts';
import { GoondanError } from '../error/goondan-error.ts';
import { isRecord } from '../json/json-value.ts';
import { brokenBound } from '../schema/bounds.ts';
import { codedError, type ToolError } from './result.ts';
import { truncateErrorMessage } from './truncate.ts';

/** Said by the executor alone, about what it did with a call; a handler that throws one of these is not believed. */
const executorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'E_TOOL_NOT_IN_CATALOG',
  'E_TOOL_NOT_FOUND',
  'E_TOOL_STALE',
  'E_TOOL_INVALID_OUTPUT',
  'E_TOOL_TIMEOUT',
  'E_TOOL_CANCELLED',
  'E_TOOL_BLOCKED',
  'E_TOOL_DENIED',
  'E_TOOL_OUTCOME_UNKNOWN',
  'E_TOOL_UNANSWERED',
  'E_INTERNAL',
]);

const showable = { nodes: 10_000, depth: 100 };
const notShown = 'The tool failed with a value that cannot be shown.';

/** Takes what must not be told from a value; the same value where there is nothing. */
export type Redact = <Value>(value: Value) => Value;

/** Tells everything. */
export const asItIs: Redact = (value) => value;

/** Turns whatever a handler threw into an error the model can read. Reads hostile objects without trusting them. */
export function failureOf(thrown: unknown, limit: number, redact: Redact = asItIs): ToolError {
  const message = redact(textOf(thrown));
  const code = property(thrown, 'code');
  const suggestion = stringProperty(thrown, 'suggestion');
  const details =
    suggestion === undefined ? {} : { suggestion: truncateErrorMessage(redact(suggestion), limit) };
  if (isErrorCode(code) && code !== 'E_TOOL' && !executorCodes.has(code))
    return limited(codedError(code, message, details), limit);
  const name = truncateErrorMessage(redact(stringProperty(thrown, 'name') ?? 'Error'), 100);
  return limited(codedError('E_TOOL', message, { ...details, name }), limit);
}

/** The same error with its message cut to the tool's limit (ERR-2). */
export function limited(error: ToolError, limit: number): ToolError {
  return { ...error, message: truncateErrorMessage(error.message, limit) };
}

/** What a thrown value says, whatever it is. */
export function textOf(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown;
  const said = stringProperty(thrown, 'message') ?? stringProperty(thrown, 'name');
  if (said !== undefined) return said;
  try {
    // Writing out what is endlessly deep or wide would block the process for seconds.
    if (brokenBound(thrown, showable) !== undefined) return notShown;
    const text = isRecord(thrown) || Array.isArray(thrown) ? JSON.stringify(thrown) : String(thrown);
    const isEmpty = typeof text !== 'string' || text === '' || text === '{}';
    return isEmpty ? 'The tool failed without saying why.' : text;
  } catch {
    return notShown;
  }
}

/** A text that says something; an empty one counts as none. */
function stringProperty(value: unknown, key: string): string | undefined {
  const found = property(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function property(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    const found: unknown = Reflect.get(value, key);
    return found;
  } catch {
    return undefined;
  }
}

/** The error of a call that failed outside its handler: one that knows its own code, such as a broken schema, else a mistake of ours. */
export function internalError(defect: unknown): ToolError {
  if (defect instanceof GoondanError) {
    return limited(codedError(defect.code, defect.message, { suggestion: defect.suggestion }), 1000);
  }
  return limited(codedError('E_INTERNAL', `The executor failed: ${textOf(defect)}`), 1000);
}
