import { GoondanError, isRecord, type JsonObject } from '@goondan/core';
import type { Connection } from '../client/connection.ts';
import { messageOf } from '../client/failure.ts';
import type { ServerLink } from '../client/server-link.ts';
import type { TaskFiles, TaskRecord } from './task-files.ts';
import { failureOutcome, resultOutcome } from './task-outcome.ts';

const leastPollMs = 50;
const longestPollMs = 60_000;
/** A handle is taken just after the call has ended; one that is not there by then never will be. */
const mostMissing = 30;

/** What tasks of a server are watched with. */
export interface TaskWatchOptions {
  readonly link: ServerLink;
  readonly files: TaskFiles;
  complete(handle: string, outcome: JsonObject): Promise<void>;
  /** Keeps the process awake while a task is asked after. */
  keepAwake(): () => void;
  report(message: string): void;
}

/** Asks after the tasks of one server until each has ended, and completes their handles. */
export class TaskWatch {
  readonly #options: TaskWatchOptions;
  readonly #watched = new Set<string>();
  readonly #stopped = new AbortController();

  constructor(options: TaskWatchOptions) {
    this.#options = options;
  }

  /** Keeps a task and asks after it from now on. */
  async add(record: TaskRecord): Promise<void> {
    await this.#options.files.add(record);
    this.watch(record);
  }

  /** Asks after a task that is kept already. */
  watch(record: TaskRecord): void {
    if (this.#watched.has(record.handle)) return;
    this.#watched.add(record.handle);
    void this.#follow(record).catch((thrown: unknown) => this.#options.report(messageOf(thrown)));
  }

  /** Asks no more; what is kept is asked after by the next process. */
  stop(): void {
    this.#stopped.abort();
  }

  async #follow(record: TaskRecord): Promise<void> {
    const release = this.#options.link.hold();
    const maySleep = this.#options.keepAwake();
    try {
      const outcome = await this.#outcome(record);
      if (outcome !== undefined && (await this.#completed(record, outcome)))
        await this.#options.files.remove(record.handle);
    } finally {
      release();
      maySleep();
      this.#watched.delete(record.handle);
    }
  }

  /** What the task comes to; undefined where we stop before. */
  async #outcome(record: TaskRecord): Promise<JsonObject | undefined> {
    const { link } = this.#options;
    for (let pollMs = record.pollMs; !this.#stopped.signal.aborted;) {
      try {
        const connection = await link.connection();
        const task = await connection.request('tasks/get', { taskId: record.taskId });
        const outcome = await this.#ended(connection, record, task);
        if (outcome !== undefined) return outcome;
        pollMs = pollOf(task, record.pollMs);
      } catch (thrown) {
        // What the server answers is an answer; what does not reach it is tried again.
        if (isAnswer(thrown)) return failureOutcome(thrown);
        pollMs = Math.max(pollMs, link.waitMs, 1_000);
      }
      await this.#wait(pollMs);
    }
    return undefined;
  }

  async #ended(
    connection: Connection,
    record: TaskRecord,
    task: Record<string, unknown>,
  ): Promise<JsonObject | undefined> {
    const { taskId } = record;
    const { status, statusMessage, error } = task;
    switch (status) {
      case 'completed':
        return resultOutcome(
          record,
          connection.isLegacy ? await connection.request('tasks/result', { taskId }) : task['result'],
        );
      case 'failed':
      case 'cancelled': {
        const said = isRecord(error) ? error['message'] : statusMessage;
        const reason = typeof said === 'string' ? said : `the task was ${status}`;
        return failureOutcome(new GoondanError('E_MCP_TOOL_ERROR', reason));
      }
      case 'input_required':
        await this.#decline(connection, record, task);
        return undefined;
      default:
        return undefined;
    }
  }

  /** The turn that called is over: there is nobody left to ask. */
  async #decline(
    connection: Connection,
    { taskId, tool }: TaskRecord,
    task: Record<string, unknown>,
  ): Promise<void> {
    const requests = task['inputRequests'];
    if (connection.isLegacy || !isRecord(requests)) return;
    const inputResponses = Object.fromEntries(
      Object.keys(requests).map((key) => [key, { action: 'decline' }]),
    );
    await connection.request('tasks/update', { taskId, inputResponses });
    this.#options.report(
      `${tool} wanted to know something after the turn that called it was over; it was told that nobody answers`,
    );
  }

  async #completed({ handle, pollMs }: TaskRecord, outcome: JsonObject): Promise<boolean> {
    for (let missing = 0; !this.#stopped.signal.aborted; missing += 1) {
      try {
        await this.#options.complete(handle, outcome);
        return true;
      } catch (thrown) {
        const code = thrown instanceof GoondanError || isCoded(thrown) ? thrown.code : '';
        if (code === 'E_HANDLE_COMPLETED' || missing >= mostMissing) return true;
        await this.#wait(Math.min(1_000, Math.max(leastPollMs, pollMs)));
      }
    }
    return false;
  }

  #wait(ms: number): Promise<void> {
    const { signal } = this.#stopped;
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal.addEventListener('abort', finish, { once: true });
    });
  }
}

/** How often a server wants to be asked: the one revision says `pollInterval`, the other `pollIntervalMs`. */
export function pollOf(task: Record<string, unknown>, otherwise = 1_000): number {
  const wanted = task['pollIntervalMs'] ?? task['pollInterval'];
  return typeof wanted === 'number' ? Math.min(longestPollMs, Math.max(leastPollMs, wanted)) : otherwise;
}

function isCoded(thrown: unknown): thrown is { readonly code: string } {
  return isRecord(thrown) && typeof thrown['code'] === 'string';
}

function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'number';
}
