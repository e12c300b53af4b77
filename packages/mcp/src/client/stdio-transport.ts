import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { LineTooLong, readLines } from './line-reader.ts';
import { NotificationDamper } from './notification-damper.ts';
import type { ProcessWatch, WatchedServer } from './process-watch.ts';
import { serverEnvironment } from './server-environment.ts';
import { serverProgram } from './server-program.ts';
import { killServer, signalServer } from './server-processes.ts';
import { TailText } from './tail-text.ts';
import { parseMessage } from './wire-message.ts';

/** The largest message a server may send. */
export const maxMessageBytes = 64 * 1024 * 1024;
const graceMs = 500;
const keptErrorText = 4096;

/** The program a transport starts. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Our environment, of which a server gets the safe part. */
  readonly ours: Readonly<Record<string, string | undefined>>;
  readonly watch: ProcessWatch;
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'pipe'>;

/**
 * Speaks to a server that it starts, line by line. Unlike the SDK's own it bears messages of any size up to a limit, ends everything the server
 * has started, and lets nothing of it outlive us.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #server: StdioServer;
  readonly #said = new TailText(keptErrorText);
  readonly #damper = new NotificationDamper((line) => this.#take(line));
  #child: Child | undefined;
  #watched: WatchedServer | undefined;
  #closing: Promise<void> | undefined;
  #reason: string | undefined;

  constructor(server: StdioServer) {
    this.#server = server;
  }

  /** The process, by which the SDK knows a transport of this kind. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** What the server has written to stderr is told by `lastWords`; nobody is to read it here. */
  get stderr(): null {
    return null;
  }

  /** Why the connection ended and what the server said last, for a message. */
  get lastWords(): string {
    const code = this.#child?.exitCode ?? this.#child?.signalCode ?? undefined;
    const ended = this.#reason ?? (code === undefined ? 'it closed its output' : `it ended with ${code}`);
    const said = this.#said.text;
    return said === '' ? ended : `${ended}; it said: ${said}`;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, ours, watch } = this.#server;
    const mark = randomUUID();
    const environment = serverEnvironment(ours, env, mark);
    const child: Child = Bun.spawn([serverProgram(command, environment['PATH']), ...args], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      cwd,
      env: environment,
      // In a group of its own, so that all of it can be ended.
      detached: true,
    });
    child.unref();
    const watched = { pid: child.pid, mark };
    const unwatch = watch.add(watched);
    this.#child = child;
    this.#watched = watched;
    void this.#readErrors(child);
    void this.#read(child).finally(() => {
      unwatch();
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#closing !== undefined || child.exitCode !== null)
      throw new Error('not connected');
    await child.stdin.write(`${JSON.stringify(message)}\n`);
    await child.stdin.flush();
  }

  /** Ends the server and all it has started: its stdin first, then by signals. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #read(child: Child): Promise<void> {
    try {
      for await (const line of readLines(child.stdout, maxMessageBytes)) {
        if (line.trim() === '' || !this.#damper.passes(line)) continue;
        this.#take(line);
      }
    } catch (thrown) {
      this.#reason = thrown instanceof LineTooLong ? `it sent ${thrown.message}` : undefined;
    }
    // Whoever says nothing any more is no use, and neither is what it has started.
    await this.close();
  }

  #take(line: string): void {
    const message = parseMessage(line);
    if (message === undefined) this.onerror?.(new Error(`no message: ${line.slice(0, 200)}`));
    else this.onmessage?.(message);
  }

  async #readErrors(child: Child): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of child.stderr) this.#said.add(decoder.decode(chunk, { stream: true }));
    } catch {
      // It is gone.
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    const watched = this.#watched;
    if (child === undefined || watched === undefined) return;
    try {
      await child.stdin.end();
    } catch {
      // It has closed it first.
    }
    if (this.#reason === undefined && !(await endsWithin(child, graceMs))) {
      signalServer(watched, 'SIGTERM');
      await endsWithin(child, graceMs);
    }
    // Also when it ended by itself: what it started may not have.
    await killServer(watched);
    await child.exited;
  }
}

async function endsWithin(child: Child, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isEnded = await Promise.race([child.exited.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}
