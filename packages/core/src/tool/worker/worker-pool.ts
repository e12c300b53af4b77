import { textOf } from '../failure.ts';
import { isReplyTo, type WorkerReply, type WorkerRequest } from './worker-message.ts';

/** How a worker's run went: the last reply of the worker, or that it died. */
export type WorkerEnd =
  | Exclude<WorkerReply, { type: 'log' }>
  | { readonly type: 'died'; readonly message: string };

/** What one run in a worker needs. */
export interface WorkerRun {
  readonly request: WorkerRequest;
  readonly signal: AbortSignal;
  readonly logger: Console;
}

const maxIdle = 2;
const idleMs = 30_000;

/** Threads that run one handler at a time. An aborted run ends its thread; a finished one keeps it warm for a while. */
export class WorkerPool {
  readonly #idle: IdleWorker[] = [];

  /** Runs a handler in a thread of its own. */
  run({ request, signal, logger }: WorkerRun): Promise<WorkerEnd> {
    const worker = this.#take();
    return new Promise((resolve) => {
      const listening = new AbortController();
      const listen = { signal: listening.signal };
      const end = (outcome: WorkerEnd, isReusable: boolean): void => {
        listening.abort();
        if (isReusable) this.#give(worker);
        else worker.terminate();
        resolve(outcome);
      };
      const die = (message: string) => (): void => end({ type: 'died', message }, false);
      const onMessage = ({ data }: MessageEvent<unknown>): void => {
        if (!isReplyTo(request.id, data)) return;
        if (data.reply.type === 'log') logger[data.reply.level](data.reply.text);
        else end(data.reply, data.reply.type !== 'crashed');
      };
      worker.addEventListener('message', onMessage, listen);
      worker.addEventListener('error', (event) => die(`the worker crashed: ${event.message}`)(), listen);
      worker.addEventListener('close', die('the worker exited before the handler answered.'), listen);
      signal.addEventListener('abort', die('the worker was stopped.'), listen);
      if (signal.aborted) {
        die('the worker was stopped.')();
        return;
      }
      try {
        worker.postMessage(request);
      } catch (thrown) {
        end({ type: 'died', message: `the call could not be handed to a worker: ${textOf(thrown)}` }, true);
      }
    });
  }

  #take(): Worker {
    const idle = this.#idle.at(-1);
    if (idle === undefined) return new Worker(new URL('./worker-entry.ts', import.meta.url).href);
    idle.leave();
    holdProcess(idle.worker, true);
    return idle.worker;
  }

  /** An idle thread keeps nobody's process alive, and one that dies meanwhile is not given work. */
  #give(worker: Worker): void {
    if (this.#idle.length >= maxIdle) {
      worker.terminate();
      return;
    }
    const waiting = new AbortController();
    const leave = (): void => {
      waiting.abort();
      clearTimeout(reaper);
      this.#idle.splice(this.#idle.indexOf(idle), 1);
    };
    const retire = (): void => {
      leave();
      worker.terminate();
    };
    const reaper = setTimeout(retire, idleMs);
    reaper.unref();
    const idle: IdleWorker = { worker, leave };
    worker.addEventListener('close', retire, { signal: waiting.signal });
    holdProcess(worker, false);
    this.#idle.push(idle);
  }
}

interface IdleWorker {
  readonly worker: Worker;
  /** Ends its waiting. */
  leave(): void;
}

/** Looked up rather than called: where a project's tsconfig has lib.dom, its type of Worker lacks the two methods. */
function holdProcess(worker: Worker, isHeld: boolean): void {
  if (isHeld) {
    if ('ref' in worker && typeof worker.ref === 'function') worker.ref();
  } else if ('unref' in worker && typeof worker.unref === 'function') worker.unref();
}
