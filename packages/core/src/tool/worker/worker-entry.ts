import { format } from 'node:util';
import { isJsonObject } from '../../json/json-value.ts';
import { snapshot } from '../../json/snapshot.ts';
import type { ToolContext } from '../context.ts';
import { failureOf, textOf } from '../failure.ts';
import { outputLimits } from '../outcome.ts';
import { isPending } from '../pending.ts';
import { isQuestion, type Question } from '../question.ts';
import { importToolModule } from '../tool-module.ts';
import { logLevels, type WorkerMessage, type WorkerReply, type WorkerRequest } from './worker-message.ts';

/** The thread in which handlers of `isolation: worker` run: one request at a time, ended by `terminate()` when it must. */
declare const self: Worker;

let currentId = '';

self.addEventListener('message', ({ data: request }: MessageEvent<WorkerRequest>) => {
  currentId = request.id;
  void answer(request).then((reply) => send(request.id, reply));
});

// Told in words: what the host would see of the error by itself is an excerpt of the source.
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

function crash(thrown: unknown): void {
  send(currentId, { type: 'crashed', message: textOf(thrown) });
  process.exit(1);
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    const module = await importToolModule(request.file);
    if (module.status === 'failed') throw new Error(module.message);
    const handler = module.handlers.get(request.exportName);
    if (handler === undefined) throw new Error(`${request.file} has no handler '${request.exportName}'`);
    return judge(await handler(contextOf(request), request.args));
  } catch (thrown) {
    // The host cuts it to the tool's own limit.
    return { type: 'threw', error: failureOf(thrown, 100_000) };
  }
}

/** Copied here: what cannot cross between threads must become an explained failure, not a crash of the channel. */
function judge(value: unknown): WorkerReply {
  if (isPending(value)) return { type: 'pending', handle: value.handle };
  if (isQuestion(value)) return judgeQuestion(value);
  const copy = snapshot(value, outputLimits);
  if (copy.status === 'failed') return { type: 'notJson', path: copy.path, reason: copy.reason };
  return { type: 'returned', value: copy.value };
}

function judgeQuestion({ about, state }: Question): WorkerReply {
  const copy = snapshot([about, state], outputLimits);
  if (copy.status === 'failed') return { type: 'notJson', path: copy.path, reason: copy.reason };
  const [asked = null, kept = null] = Array.isArray(copy.value) ? copy.value : [];
  if (isJsonObject(asked)) return { type: 'asked', about: asked, state: kept };
  return { type: 'notJson', path: '', reason: 'asks with something other than an object' };
}

function contextOf({ id, context }: WorkerRequest): ToolContext {
  const logger: Console = { ...console };
  for (const level of logLevels) {
    logger[level] = (...parts: unknown[]) => send(id, { type: 'log', level, text: format(...parts) });
  }
  // Nothing here can outlive an abort: the host ends the whole thread.
  return { ...context, logger, signal: new AbortController().signal };
}

function send(id: string, reply: WorkerReply): void {
  const message: WorkerMessage = { id, reply };
  self.postMessage(message);
}
