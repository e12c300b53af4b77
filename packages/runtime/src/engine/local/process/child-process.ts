import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@goondan/core';
import { Channel, type Methods } from './channel.ts';
import { SpillFolder } from './spill-folder.ts';
import type { Watchdog } from './watchdog.ts';

/** What a child is spawned with. */
export interface ChildOptions {
  /** Below it each process has a folder for large values. */
  readonly spillRoot: string;
  readonly watchdog: Watchdog;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why we ended it, if we did. */
  readonly reason: string | undefined;
}

/** Bytes that may wait for a process that does not take what it is sent. */
const mostWaiting = 32 * 1024 * 1024;
const killed = 'SIGKILL';
const entry = join(import.meta.dir, 'child.ts');

/** A process of ours that runs an agent, or waits to be told which. */
export class ChildProcess {
  readonly channel: Channel;
  /** Resolves when what is sent to it is not lost. */
  readonly listens: Promise<void>;
  /** Resolves when it has loaded its modules. */
  readonly ready: Promise<void>;
  readonly ended: Promise<ChildEnd>;
  readonly pid: number;
  /** What it prints: secrets may be in it. */
  readonly printed: readonly ReadableStream<Uint8Array>[];
  #methods: Methods = {};
  #isListening = false;
  #killReason: string | undefined;

  constructor(options: ChildOptions) {
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    this.ready = ready.promise;
    const listens = Promise.withResolvers<void>();
    listens.promise.catch(() => undefined);
    this.listens = listens.promise;
    const ended = Promise.withResolvers<ChildEnd>();
    this.ended = ended.promise;
    const spill = new SpillFolder(join(options.spillRoot, crypto.randomUUID()));
    const child = Bun.spawn([process.execPath, '--no-install', entry], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serialization: 'json',
      // A group of its own: what it spawns dies with it, and a Ctrl-C on our terminal is ours to handle.
      detached: true,
      // Without polling traps a worker that spins cannot be ended; and what crashes here is told to nobody outside.
      env: {
        ...options.env,
        GOONDAN_SPILL: spill.path,
        BUN_JSC_usePollingTraps: '1',
        BUN_ENABLE_CRASH_REPORTING: '0',
      },
      ipc: (raw) => {
        if (this.#isListening) return this.channel.receive(raw);
        this.#isListening = true;
        if (raw !== 'listening') return this.kill('it sent something before it listened');
        listens.resolve();
      },
      onExit: (_child, code, signal) => {
        this.#killGroup();
        options.watchdog.remove(this.pid);
        listens.reject(new Error('The process ended before it listened.'));
        ready.reject(new Error('The process ended before it was ready.'));
        this.channel.close();
        spill.clear();
        // One that ended by itself breaks its channel too: that is not why.
        const reason = String(signal) === killed ? this.#killReason : undefined;
        ended.resolve({ code, signal: signal === null ? null : String(signal), reason });
      },
      onDisconnect: () => this.kill('its channel was broken'),
    });
    this.pid = child.pid;
    // At once: while the child boots the machine has time, while it loads its modules it has none.
    void options.watchdog.add(this.pid);
    this.printed = [child.stdout, child.stderr];
    this.channel = new Channel({
      send: (envelope, written) => {
        child.send(envelope);
        written();
      },
      spill,
      mostWaiting,
      methods: {
        ready: () => ready.resolve(),
        ...forwarding(methodNames, (name, params) => this.#methods[name]?.(params)),
      },
      onViolation: (reason) => this.kill(`it sent ${reason}`),
    });
  }

  /** False while what is sent to it would be lost. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Who answers what it asks; it is nobody's until then. */
  serve(methods: Methods): void {
    this.#methods = methods;
  }

  /** Ends it and whatever it has spawned, at once. */
  kill(reason: string): void {
    this.#killReason ??= reason;
    this.#killGroup();
  }

  /** Its resident memory in bytes; undefined where the system does not tell. */
  memory(): number | undefined {
    try {
      const [, kilobytes] =
        /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    } catch {
      return undefined;
    }
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, killed);
    } catch {
      // The group has ended.
    }
  }
}

/** What a child may ask of the orchestrator. */
const methodNames = [
  'message',
  'outcome',
  'cancel',
  'completionOf',
  'complete',
  'agents',
  'spawn',
  'isHeld',
  'observe',
  'busy',
  'free',
  'awake',
  'ended',
] as const;

function forwarding(
  names: readonly string[],
  forward: (name: string, params: JsonValue) => ReturnType<Methods[string]>,
): Methods {
  return Object.fromEntries(names.map((name) => [name, (params: JsonValue) => forward(name, params)]));
}
