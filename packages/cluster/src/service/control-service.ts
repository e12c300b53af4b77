import { GoondanError } from '@goondan/core';
import { failedOutcome, handedBack, shape } from '@goondan/runtime/engine';
import {
  handlers,
  InvocationIdParser,
  service,
  TerminalError,
  type Context,
} from '@restatedev/restate-sdk/fetch';
import { ClusterCalls } from '../turn/cluster-calls.ts';
import { jsonSerde } from './json-serde.ts';
import type { ServiceNames } from './service-names.ts';
import { serviceOptions } from './service-options.ts';
import { cancelSchema, type Cancel } from './wire.ts';

/** Ends turns, those that wait for their place as well. */
export function controlService(names: ServiceNames) {
  return service({
    name: names.control,
    handlers: {
      cancel: handlers.handler(
        { input: jsonSerde(cancelSchema), output: jsonSerde(shape.boolean()) },
        (context: Context, cancel: Cancel) => cancelTurn(context, names, cancel),
      ),
      settle: handlers.handler({ input: jsonSerde(cancelSchema) }, (context: Context, cancel: Cancel) =>
        settle(context, names, cancel),
      ),
    },
    options: serviceOptions({}),
  });
}

async function cancelTurn(context: Context, names: ServiceNames, cancel: Cancel): Promise<boolean> {
  const { turnId, invocationId, reason } = cancel;
  await new ClusterCalls(context, names).note(turnId, { reason });
  context.cancel(InvocationIdParser.fromString(invocationId));
  context.genericSend({
    service: names.control,
    method: 'settle',
    parameter: cancel,
    inputSerde: jsonSerde(cancelSchema),
  });
  return true;
}

/** A turn that was cancelled before it began is gone: what it would have done at its end is done here. */
async function settle(context: Context, names: ServiceNames, cancel: Cancel): Promise<void> {
  const calls = new ClusterCalls(context, names);
  const { turnId } = cancel;
  try {
    await context.attach(InvocationIdParser.fromString(cancel.invocationId), jsonSerde(shape.unknown()));
  } catch (thrown) {
    if (!(thrown instanceof TerminalError)) throw thrown;
    const { handle, reason = cancel.reason } = await calls.note(turnId, {});
    calls.forget({ ...cancel, reason });
    if (handle === undefined) return;
    const outcome = failedOutcome({ turnId, traceId: '' }, new GoondanError('E_AGENT_CANCELLED', reason));
    await calls.complete(handle, handedBack(outcome));
  }
}
