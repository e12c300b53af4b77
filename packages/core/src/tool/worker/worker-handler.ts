import { GoondanError } from '../../error/goondan-error.ts';
import { isErrorCode } from '../../error/codes.ts';
import type { ToolHandler, ToolOutcome } from '../handler.ts';
import { InvalidOutput } from '../invalid-output.ts';
import { pending } from '../pending.ts';
import { ask } from '../question.ts';
import type { ToolError } from '../result.ts';
import type { WorkerEnd, WorkerPool } from './worker-pool.ts';

/**
 * A handler that runs the module's handler in a worker. When the executor aborts the call, the thread is ended, so
 * that also a handler that never yields is really stopped (TIME-1).
 */
export function createWorkerHandler(pool: WorkerPool, file: string, exportName: string): ToolHandler {
  return async (ctx, args) => {
    const { agentName, instanceKey, turnId, toolCallId, message, workdir, permissions, idempotencyKey } = ctx;
    const { answered } = ctx;
    const context = {
      agentName,
      instanceKey,
      turnId,
      toolCallId,
      message,
      workdir,
      permissions,
      idempotencyKey,
      ...(answered === undefined ? {} : { answered }),
    };
    const request = { id: crypto.randomUUID(), file, exportName, args, context };
    return outcomeOf(await pool.run({ request, signal: ctx.signal, logger: ctx.logger }));
  };
}

function outcomeOf(end: WorkerEnd): ToolOutcome {
  switch (end.type) {
    case 'returned':
      return end.value;
    case 'pending':
      return pending(end.handle);
    case 'asked':
      return ask(end.about, end.state);
    case 'threw':
      throw asError(end.error);
    case 'notJson':
      throw new InvalidOutput(end.path, end.reason);
    case 'crashed':
      throw new GoondanError('E_TOOL', `The handler did not answer: the worker crashed: ${end.message}`);
    case 'died':
      throw new GoondanError('E_TOOL', `The handler did not answer: ${end.message}`);
  }
}

/** The error the handler threw over there, so that it reads the same as one thrown here. */
function asError({ message, name, code, suggestion }: ToolError): Error {
  const details = suggestion === undefined ? {} : { suggestion };
  if (isErrorCode(code) && code !== 'E_TOOL') return new GoondanError(code, message, details);
  return Object.assign(new Error(message), { name: name ?? 'Error' }, details);
}
