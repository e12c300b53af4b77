import { isErrorCode } from '../error/codes.ts';
import { GoondanError } from '../error/goondan-error.ts';
import { isRecord } from '../json/json-value.ts';
import { isFlatJson } from '../json/is-flat-json.ts';
import { snapshot } from '../json/snapshot.ts';
import type { ToolCall } from './call.ts';
import { codedError, errorResult, type ToolError, type ToolResult } from './result.ts';
import { failureOf, limited } from './failure.ts';
import { outputLimits, outputOutcome, pendingOutcome, type OutcomeOptions } from './outcome.ts';

/** An outcome within middleware. */
interface MiddlewareOutcome extends OutcomeOptions {
  /** What the layers were given by the innermost `next()`, if they called it. */
  readonly handlerResult: ToolResult | undefined;
}

/**
 * What a middleware chain gave back, as a result that can be trusted: the right call, a known status, JSON inside.
 * Middleware may change a result in place, so that even one that began here is read again.
 */
export function checkMiddlewareResult(
  value: unknown,
  options: MiddlewareOutcome,
): ToolResult | Promise<ToolResult> {
  const { handlerResult } = options;
  // Most layers only look. What can be seen whole at one glance need not be copied again.
  if (value === handlerResult && isUnchanged(handlerResult, options.call)) return handlerResult;
  if (!isRecord(value)) throw notAResult('it did not return a result');
  switch (value['status']) {
    case 'ok': {
      const copy = snapshot(value['output'], outputLimits);
      if (copy.status === 'failed') throw notAResult(`its output${copy.path} ${copy.reason}`);
      return outputOutcome(copy, options);
    }
    case 'pending':
      if (typeof value['handle'] !== 'string' || value['handle'] === '')
        throw notAResult('a pending result needs a handle');
      return pendingOutcome(value['handle'], options);
    case 'error':
      return errorResult(
        options.call,
        limited(checkError(value['error']), options.registration.errorMessageLimit),
      );
    default:
      throw notAResult('its result has no status of ok, error or pending');
  }
}

function isUnchanged(result: ToolResult | undefined, call: ToolCall): result is ToolResult {
  if (result === undefined || result.status !== 'ok') return false;
  return result.toolCallId === call.id && result.toolName === call.name && isFlatJson(result.output);
}

/** The error of a middleware that threw, told apart from a tool's by its code. */
export function middlewareFailure(thrown: unknown, errorMessageLimit: number): ToolError {
  const failure = failureOf(thrown, errorMessageLimit);
  if (failure.code !== 'E_TOOL') return failure;
  const message = `A middleware failed: ${failure.message}`;
  return failureOf(new GoondanError('E_EXTENSION_MIDDLEWARE', message), errorMessageLimit);
}

function checkError(value: unknown): ToolError {
  const { code, message, name, suggestion } = isRecord(value) ? value : {};
  if (typeof message !== 'string') throw notAResult('its error has no message');
  return codedError(isErrorCode(code) ? code : 'E_TOOL', message, {
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof suggestion === 'string' && suggestion !== '' ? { suggestion } : {}),
  });
}

function notAResult(what: string): GoondanError {
  return new GoondanError('E_EXTENSION_MIDDLEWARE', `A middleware gave back no valid result: ${what}.`);
}
