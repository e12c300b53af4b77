import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@goondan/core';
import { Channel, type Methods } from './channel.ts';
import type { SpillFolder } from './spill-folder.ts';
import type { Watchdog } from './watchdog.ts';

/** What a child is spawned with. */
export interface ChildOptions {
  readonly spill: SpillFolder;
  readonly watchdog: Watchdog;
  /** File descriptor or `inherit` for what it prints. */
  readonly output: number | 'inherit';
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why we ended it, if we did. */
  readonly reason: string | undefined;
}

const entry = join(import.meta.dir, 'child.ts');

/** A process of ours that runs an agent, or waits to be told which. */
export class ChildProcess {
  readonly channel: Channel;
  /** Resolves when it has loaded its modules. */
  readonly ready: Promise<void>;
  readonly ended: Promise<ChildEnd>;
  readonly pid: number;
  #methods: Methods = {};
  #killReason: string | undefined;

  constructor(options: ChildOptions) {
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    this.ready = ready.promise;
    const ended = Promise.withResolvers<ChildEnd>();
    this.ended = ended.promise;
    const child = Bun.spawn([process.execPath, '--no-install', entry], {
      stdio: ['ignore', outputOf(options.output), outputOf(options.output)],
      serialization: 'json',
      // A group of its own: what it spawns dies with it, and a Ctrl-C on our terminal is ours to handle.
      detached: true,
      // Without polling traps a worker that spins cannot be ended.
      env: { ...options.env, BUN_JSC_usePollingTraps: '1' },
      ipc: (raw) => this.channel.receive(raw),
      onExit: (_child, code, signal) => {
        options.watchdog.remove(this.pid);
        this.#killGroup();
        ready.reject(new Error('The process ended before it was ready.'));
        this.channel.close();
        ended.resolve({ code, signal: signal === null ? null : String(signal), reason: this.#killReason });
      },
      onDisconnect: () => this.kill('its channel was broken'),
    });
    this.pid = child.pid;
    this.channel = new Channel({
      send: (frame) => child.send(frame),
      spill: options.spill,
      methods: {
        ready: () => ready.resolve(),
        ...forwarding(methodNames, (name, params) => this.#methods[name]?.(params)),
      },
      onViolation: (reason) => this.kill(`it sent ${reason}`),
    });
    options.watchdog.add(child.pid);
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
      const pages = readFileSync(`/proc/${this.pid}/statm`, 'utf8').split(' ')[1];
      return Number(pages) * 4096;
    } catch {
      return undefined;
    }
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  }
}

/** What a child may ask of the orchestrator. */
const methodNames = [
  'message',
  'outcome',
  'completionOf',
  'complete',
  'agents',
  'spawn',
  'isHeld',
  'observe',
  'busy',
  'free',
  'ended',
] as const;

function forwarding(
  names: readonly string[],
  forward: (name: string, params: JsonValue) => ReturnType<Methods[string]>,
): Methods {
  return Object.fromEntries(names.map((name) => [name, (params: JsonValue) => forward(name, params)]));
}

/** What a child prints on its standard output is no result of ours: it goes where its errors go. */
function outputOf(output: number | 'inherit'): number {
  return output === 'inherit' ? 2 : output;
}
