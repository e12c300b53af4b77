import { format } from 'node:util';
import { snapshot } from '../../json/snapshot.ts';
import type { ToolContext } from '../context.ts';
import { failureOf } from '../failure.ts';
import { outputLimits } from '../outcome.ts';
import { Pending } from '../pending.ts';
import { importToolModule } from '../tool-module.ts';
import { logLevels, type WorkerContext, type WorkerReply, type WorkerRequest } from './worker-message.ts';

/** The thread in which handlers of `isolation: worker` run: one request at a time, ended by `terminate()` when it must. */
declare const self: Worker;

self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  void answer(event.data).then(reply);
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    const module = await importToolModule(request.file);
    if (module.status === 'failed') throw new Error(module.message);
    const handler = module.handlers.get(request.exportName);
    if (handler === undefined) throw new Error(`${request.file} has no handler '${request.exportName}'`);
    return judge(await handler(contextOf(request.context), request.args));
  } catch (thrown) {
    // The host cuts it to the tool's own limit.
    return { type: 'threw', error: failureOf(thrown, 100_000) };
  }
}

/** Copied here: what cannot cross between threads must become an explained failure, not a crash of the channel. */
function judge(value: unknown): WorkerReply {
  if (value instanceof Pending) return { type: 'pending', handle: value.handle };
  const copy = snapshot(value, outputLimits);
  if (copy.status === 'failed') return { type: 'notJson', path: copy.path, reason: copy.reason };
  return { type: 'returned', value: copy.value };
}

function contextOf(context: WorkerContext): ToolContext {
  const logger: Console = { ...console };
  for (const level of logLevels) {
    logger[level] = (...parts: unknown[]) => reply({ type: 'log', level, text: format(...parts) });
  }
  // Nothing here can outlive an abort: the host ends the whole thread.
  return { ...context, logger, signal: new AbortController().signal };
}

function reply(message: WorkerReply): void {
  self.postMessage(message);
}
