import { isErrorCode } from '../error/codes.ts';
import { GoondanError } from '../error/goondan-error.ts';
import { isRecord, type JsonValue } from '../json/json-value.ts';
import { snapshot } from '../json/snapshot.ts';
import { codedError, errorResult, type ToolError, type ToolResult } from './result.ts';
import type { Execution } from './execution.ts';
import { failureOf, limited, type Redact } from './failure.ts';
import { outputLimits, outputOutcome, pendingOutcome, type OutcomeOptions } from './outcome.ts';

/** Runs a call through its layers and gives it the result they come to. Not `async`: that would cost every call a tenth. */
export function settleThrough(
  chain: (execution: Execution) => Promise<ToolResult>,
  execution: Execution,
): void {
  const fail = (thrown: unknown): void => execution.settle(middlewareFailure(thrown, execution));
  try {
    chain(execution).then((value) => settleWith(value, execution, fail), fail);
  } catch (thrown) {
    fail(thrown);
  }
}

function settleWith(value: unknown, execution: Execution, fail: (thrown: unknown) => void): void {
  try {
    const result = checkMiddlewareResult(value, execution);
    if (result instanceof Promise) result.then((stored) => execution.settle(stored), fail);
    else execution.settle(result);
  } catch (thrown) {
    fail(thrown);
  }
}

/**
 * What a middleware chain gave back, as a result that can be trusted: the right call, a known status, JSON inside.
 * Middleware may change a result in place, so that even one that began here is read again.
 */
function checkMiddlewareResult(value: unknown, options: OutcomeOptions): ToolResult | Promise<ToolResult> {
  const { redact } = options.services;
  if (!isRecord(value)) throw notAResult('it did not return a result');
  switch (value['status']) {
    case 'ok': {
      const { value: output, size } = copyOf(value['output'], redact);
      // Before anything is cut from it: a layer may have put a secret in.
      return outputOutcome({ value: redact(output), size }, options);
    }
    case 'pending':
      if (typeof value['handle'] !== 'string' || value['handle'] === '')
        throw notAResult('a pending result needs a handle');
      return pendingOutcome(value['handle'], options);
    case 'error':
      return errorResult(
        options.call,
        limited(redact(checkError(value['error'])), options.registration.errorMessageLimit),
      );
    default:
      throw notAResult('its result has no status of ok, error or pending');
  }
}

function copyOf(output: unknown, redact: Redact): { readonly value: JsonValue; readonly size: number } {
  const copy = snapshot(output, outputLimits, redact);
  if (copy.status === 'failed') throw notAResult(`its output${copy.path} ${copy.reason}`);
  return copy;
}

/** The result of a call whose middleware threw, told apart from a tool's failure by its code. */
function middlewareFailure(thrown: unknown, { call, registration, services }: OutcomeOptions): ToolResult {
  const { errorMessageLimit } = registration;
  const failure = failureOf(thrown, errorMessageLimit, services.redact);
  if (failure.code !== 'E_TOOL') return errorResult(call, failure);
  const message = `A middleware failed: ${failure.message}`;
  return errorResult(call, failureOf(new GoondanError('E_EXTENSION_MIDDLEWARE', message), errorMessageLimit));
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
