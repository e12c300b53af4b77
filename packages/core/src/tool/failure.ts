import { isErrorCode, type ErrorCode } from '../error/codes.ts';
import { isRecord } from '../json/json-value.ts';
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
  'E_INTERNAL',
]);

/** Turns whatever a handler threw into an error the model can read. Reads hostile objects without trusting them. */
export function failureOf(thrown: unknown, limit: number): ToolError {
  const message = textOf(thrown);
  const code = property(thrown, 'code');
  const suggestion = stringProperty(thrown, 'suggestion');
  const details = suggestion === undefined ? {} : { suggestion: truncateErrorMessage(suggestion, limit) };
  if (isErrorCode(code) && !executorCodes.has(code))
    return limited(codedError(code, message, details), limit);
  const name = truncateErrorMessage(stringProperty(thrown, 'name') ?? 'Error', 100);
  return limited(codedError('E_TOOL', message, { ...details, name }), limit);
}

/** The same error with its message cut to the tool's limit (ERR-2). */
export function limited(error: ToolError, limit: number): ToolError {
  return { ...error, message: truncateErrorMessage(error.message, limit) };
}

/** What a thrown value says, whatever it is. */
export function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  const message = stringProperty(thrown, 'message');
  if (message !== undefined && message !== '') return message;
  const name = stringProperty(thrown, 'name');
  if (name !== undefined && name !== '') return name;
  try {
    const text = isRecord(thrown) ? JSON.stringify(thrown) : String(thrown);
    return typeof text === 'string' && text !== '{}' ? text : 'The tool failed without saying why.';
  } catch {
    return 'The tool failed with a value that cannot be shown.';
  }
}

function stringProperty(value: unknown, key: string): string | undefined {
  const found = property(value, key);
  return typeof found === 'string' ? found : undefined;
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
