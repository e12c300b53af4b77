import type { Database } from 'bun:sqlite';
import { storageError } from './storage-error.ts';

/** What is committed to. */
export interface GroupCommitOptions {
  readonly database: Database;
  readonly path: string;
  /** Called when writes were undone: what they left in memory is wrong. */
  readonly onRollback?: () => void;
}

interface Submission {
  readonly write: () => void;
  readonly isOneStatement: () => boolean;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Commits what many submit at about the same time in one transaction: a commit that survives power loss costs a
 * wait for the disk, and one wait serves all. Order of submission is order of writing.
 */
export class GroupCommit {
  readonly #transact: (submissions: readonly Submission[]) => void;
  readonly #path: string;
  readonly #onRollback: () => void;
  #waiting: Submission[] = [];

  constructor({ database, path, onRollback = () => {} }: GroupCommitOptions) {
    this.#transact = database.transaction((submissions: readonly Submission[]) => {
      for (const { write } of submissions) write();
    });
    this.#path = path;
    this.#onRollback = onRollback;
  }

  /**
   * Runs `write` inside a transaction; resolves once it is durable, rejects when none of it is. One statement alone is a
   * transaction by itself; `isOneStatement` is asked just before.
   */
  submit(write: () => void, isOneStatement: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ write, isOneStatement, resolve, reject });
    });
  }

  /** Commits now what is waiting. */
  flush(): void {
    const submissions = this.#waiting;
    this.#waiting = [];
    if (submissions.length === 0) return;
    if (submissions.length > 1 && this.#commit(submissions) === undefined) {
      for (const { resolve } of submissions) resolve();
      return;
    }
    // Alone, or one of them failed: each by itself, so that none pays for another.
    for (const submission of submissions) {
      const failure = this.#commit([submission]);
      if (failure === undefined) submission.resolve();
      else submission.reject(failure.reason);
    }
  }

  #commit(submissions: readonly Submission[]): { readonly reason: unknown } | undefined {
    const [first] = submissions;
    try {
      if (submissions.length === 1 && first?.isOneStatement() === true) first.write();
      else this.#transact(submissions);
      return undefined;
    } catch (thrown) {
      this.#onRollback();
      return { reason: storageError(thrown, this.#path) };
    }
  }
}
