import type { WorkerReply, WorkerRequest } from './worker-message.ts';

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
  readonly #idle: { readonly worker: Worker; readonly reaper: ReturnType<typeof setTimeout> }[] = [];

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
      const onReply = ({ data }: MessageEvent<WorkerReply>): void => {
        if (data.type === 'log') logger[data.level](data.text);
        else end(data, true);
      };
      worker.addEventListener('message', onReply, listen);
      worker.addEventListener('error', (event) => die(`the worker crashed: ${event.message}`)(), listen);
      worker.addEventListener('close', die('the worker exited before the handler answered'), listen);
      signal.addEventListener('abort', die('the worker was stopped'), listen);
      if (signal.aborted) die('the worker was stopped')();
      else worker.postMessage(request);
    });
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle === undefined) return new Worker(new URL('./worker-entry.ts', import.meta.url).href);
    clearTimeout(idle.reaper);
    idle.worker.ref();
    return idle.worker;
  }

  /** An idle thread keeps nobody's process alive. */
  #give(worker: Worker): void {
    if (this.#idle.length >= maxIdle) {
      worker.terminate();
      return;
    }
    worker.unref();
    const reaper = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(entry), 1);
      worker.terminate();
    }, idleMs);
    reaper.unref();
    const entry = { worker, reaper };
    this.#idle.push(entry);
  }
}
