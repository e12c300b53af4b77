import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import { CapturedOutput, type CapturedText, type CaptureLimits } from './captured-output.ts';
import { MarkedStream, type MarkedEnd } from './marked-stream.ts';
import { privateFolder } from './private-folder.ts';
import { RunnerPipes, type OutputReader } from './runner-pipes.ts';

/** A supervisor's process; its id means something else once it has ended. */
export interface RunningSupervisor {
  readonly pid: number;
  readonly isRunning: () => boolean;
}

/** How a supervisor is started, and how it is ended with everything below it. */
export interface RunnerStart {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Open files the supervisor is given as descriptors 3, 4, …; they are ours no more. */
  readonly files: readonly number[];
  /** Ends the process and all it started, at once. */
  readonly stop: (supervisor: RunningSupervisor) => void;
  /** The error of a supervisor that did not start, from what it said. */
  readonly failure: (said: string) => Error;
  /** Called once, when it has ended. */
  readonly onExit?: () => void;
}

/** What came of a command. */
export interface CommandEnd {
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  /** As a shell tells it; none where the command was stopped together with its supervisor. */
  readonly exitCode: number | undefined;
}

/** What a supervisor writes first: a plus sign, which no mark begins with. */
const greeting = 0x2b;

/** Stands where an exit code would, when we write the mark because the supervisor cannot any more. */
const noExitCode = '---';

/** How long output may take to end after everything was stopped. */
const endingMs = 2000;

/** A supervisor that waits for commands and runs one at a time. It does not keep our process alive, and never outlives it. */
export class CommandRunner {
  readonly #pipes = new RunnerPipes(privateFolder());
  readonly #child: Bun.Subprocess;
  readonly #start: RunnerStart;
  #isReady = false;
  #mark = '';
  #isStopped = false;
  #readers: readonly OutputReader[] = [];

  constructor(start: RunnerStart) {
    this.#start = start;
    this.#child = Bun.spawn([...start.command], {
      stdio: [...this.#pipes.childEnds, ...start.files],
      env: start.env,
      cwd: '/',
      // Out of our group: a Ctrl-C in our terminal is for us to handle.
      detached: true,
    });
    this.#pipes.closeChildEnds();
    start.files.forEach((file) => closeSync(file));
    this.#child.unref();
    void this.#child.exited.finally(() => this.#ended());
  }

  /** The supervisor's process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** False once it cannot run anything any more. */
  get isUsable(): boolean {
    return !this.#isStopped && this.#isRunning;
  }

  get #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Runs what a launch text says. Answers when the command has ended and nothing it started is left, or after `stop`. */
  async run(
    launch: string,
    limits: { readonly stdout: CaptureLimits; readonly stderr: CaptureLimits },
  ): Promise<CommandEnd> {
    const mark = randomBytes(24).toString('hex');
    const stdout = new CapturedOutput(limits.stdout);
    const stderr = new CapturedOutput(limits.stderr);
    const [out, err] = [this.#pipes.read('out'), this.#pipes.read('err')];
    this.#readers = [out, err];
    this.#mark = mark;
    try {
      const [ended] = await Promise.all([
        readMarked(
          { ...out, read: async () => this.#withoutGreeting(await out.read()) },
          new MarkedStream({ mark, extra: noExitCode.length, onData: (part) => stdout.add(part) }),
        ),
        readMarked(err, new MarkedStream({ mark, extra: 0, onData: (part) => stderr.add(part) })),
        // A supervisor that is gone is noticed by its exit.
        this.#pipes.send(`${mark}\0${launch}\0`).catch(() => undefined),
      ]);
      const hasExited = ended.isMarked && ended.after !== noExitCode;
      const hasFailed = !this.#isReady && !this.#isStopped;
      if (!hasExited) this.stop();
      if (hasFailed) throw this.#start.failure(stderr.read().text.trim());
      const exitCode = hasExited ? Number(ended.after) : undefined;
      return { stdout: stdout.read(), stderr: stderr.read(), exitCode };
    } finally {
      this.#readers = [];
      if (!this.isUsable) this.#pipes.close();
    }
  }

  #ended(): void {
    // What killed it may be what it ran. Readers have the end of the pipes to read first.
    if (this.#isReady) this.stop();
    if (this.#readers.length === 0) this.#pipes.close();
    else void this.#pipes.finish(this.#mark, noExitCode);
    this.#start.onExit?.();
  }

  /** The first byte of the first output is the supervisor's own. */
  #withoutGreeting(part: Uint8Array | undefined): Uint8Array | undefined {
    if (this.#isReady || part?.[0] !== greeting) return part;
    this.#isReady = true;
    return part.subarray(1);
  }

  /** Ends the command that runs, everything it started, and the supervisor. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#start.stop({ pid: this.#child.pid, isRunning: () => this.#isRunning });
    if (this.#readers.length === 0) return;
    // Whoever still holds the pipes must not hold the answer.
    const readers = this.#readers;
    setTimeout(() => readers.forEach((reader) => void reader.cancel()), endingMs).unref();
  }
}

async function readMarked(reader: OutputReader, stream: MarkedStream): Promise<MarkedEnd> {
  try {
    for (;;) {
      const part = await reader.read();
      if (part === undefined) return stream.end();
      const end = stream.add(part);
      if (end !== undefined) return end;
    }
  } finally {
    await reader.cancel();
    reader.close();
  }
}
