import type { JsonValue } from '@goondan/core';
import { GoondanError, isErrorCode, isRecord, parseJson } from '@goondan/core/basics';
import * as shape from '../../../shape/shape.ts';
import { turnErrorOf } from '../../turn-outcome.ts';
import { CreditedPipe, type Envelope } from './credited-pipe.ts';
import type { SpillFolder } from './spill-folder.ts';

const body = { text: shape.string().exactOptional(), file: shape.string().exactOptional() };

/** What goes over the pipe, in envelopes. Values travel as text, or lie in a file when they are large. */
const frameSchema = shape.union([
  shape.object({ kind: shape.oneOf('call'), id: shape.int(), method: shape.string(), ...body }),
  shape.object({ kind: shape.oneOf('result'), id: shape.int(), ...body }),
  shape.object({
    kind: shape.oneOf('failure'),
    id: shape.int(),
    error: shape.object({
      code: shape.string(),
      message: shape.string(),
      suggestion: shape.string().exactOptional(),
    }),
  }),
  shape.object({ kind: shape.oneOf('notice'), method: shape.string(), ...body }),
]);

type Frame = shape.Infer<typeof frameSchema>;

/** Answers calls of the other side; what it throws is told to the caller. */
export type Methods = Readonly<Record<string, Method>>;

type Method = (params: JsonValue) => Promise<JsonValue | void> | JsonValue | void;

/** What a channel is made of. */
export interface ChannelOptions {
  /** Hands an envelope to the system; `written` is called once it has left this process. */
  readonly send: (envelope: Envelope, written: () => void) => void;
  readonly methods: Methods;
  readonly spill: SpillFolder;
  /** The other side broke the rules: it cannot be trusted any further. */
  readonly onViolation: (reason: string) => void;
  /** Bytes that may wait for the other side to take what it was sent. */
  readonly mostWaiting?: number;
}

/** Values longer than this go by file: a pipe that carries megabytes carries nothing else meanwhile. */
const longestText = 256 * 1024;
/** Calls of the other side that may wait for an answer: each takes a little of our memory. */
const mostAsked = 65_536;

/** The other side of the channel is gone; whether it got the call is not known. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed';
}

/** Calls and notices between the orchestrator and one agent process, in order, each call answered once. */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #pipe: CreditedPipe;
  readonly #waiting = new Map<number, PromiseWithResolvers<JsonValue>>();
  #asked = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { send, onViolation, mostWaiting = Infinity } = options;
    const receive = (frame: unknown): void => this.#receive(frame);
    this.#pipe = new CreditedPipe({ send, receive, sizeOf, onViolation, mostWaiting });
  }

  /** How many frames the other side has not taken yet. */
  get underway(): number {
    return this.#pipe.underway;
  }

  /** Resolves once all that was sent has left this process; undefined when it has. */
  flushed(): Promise<void> | undefined {
    return this.#pipe.flushed();
  }

  /** Asks the other side. Rejects with its error, or with `ChannelClosed`. */
  call(method: string, params: JsonValue): Promise<JsonValue> {
    if (this.#isClosed) return Promise.reject(new ChannelClosed('The process is gone.'));
    this.#lastId += 1;
    const id = this.#lastId;
    const waiting = Promise.withResolvers<JsonValue>();
    try {
      const frame = { kind: 'call', id, method, ...this.#bodyOf(params) } as const;
      this.#waiting.set(id, waiting);
      this.#pipe.post(frame);
    } catch (thrown) {
      waiting.reject(thrown);
    }
    return waiting.promise;
  }

  /** Tells the other side something it need not answer. */
  notice(method: string, params: JsonValue): void {
    if (!this.#isClosed) this.#pipe.post({ kind: 'notice', method, ...this.#bodyOf(params) });
  }

  /** Takes an envelope from the system, whatever it is. */
  receive(raw: unknown): void {
    if (!this.#isClosed) this.#pipe.take(raw);
  }

  /** Ends every call that waits. */
  close(): void {
    this.#isClosed = true;
    for (const { promise, reject } of this.#waiting.values()) {
      promise.catch(() => undefined);
      reject(new ChannelClosed('The process is gone.'));
    }
    this.#waiting.clear();
  }

  #receive(raw: unknown): void {
    const parsed = frameSchema.safeParse(raw);
    if (!parsed.success) return this.#pipe.break('a frame of another form');
    try {
      this.#take(parsed.data);
    } catch (thrown) {
      this.#pipe.break(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case 'call':
        if (this.#asked >= mostAsked) throw new Error('more calls than can be answered');
        void this.#answer(frame.id, this.#methodOf(frame.method), this.#read(frame));
        return;
      case 'notice':
        void run(this.#methodOf(frame.method), this.#read(frame)).catch(() => undefined);
        return;
      case 'result': {
        // Read first: what cannot be read leaves the call waiting, for the end of the channel.
        const value = this.#read(frame);
        this.#settle(frame.id)?.resolve(value);
        return;
      }
      case 'failure':
        this.#settle(frame.id)?.reject(errorOf(frame.error));
    }
  }

  /** A late or second answer finds nobody: it is forgotten. */
  #settle(id: number): PromiseWithResolvers<JsonValue> | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  async #answer(id: number, method: Method, params: JsonValue): Promise<void> {
    this.#asked += 1;
    try {
      const value = await run(method, params);
      if (!this.#isClosed) this.#pipe.post({ kind: 'result', id, ...this.#bodyOf(value ?? null) });
    } catch (thrown) {
      if (!this.#isClosed) this.#pipe.post({ kind: 'failure', id, error: turnErrorOf(thrown) });
    } finally {
      this.#asked -= 1;
    }
  }

  #methodOf(name: string): Method {
    const { methods } = this.#options;
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) throw new Error('a call of what there is not');
    return method;
  }

  #bodyOf(value: JsonValue): { text: string } | { file: string } {
    const text = JSON.stringify(value);
    return text.length <= longestText ? { text } : { file: this.#options.spill.write(text) };
  }

  #read({ text, file }: { readonly text?: string; readonly file?: string }): JsonValue {
    if (file !== undefined) return parseJson(this.#options.spill.take(file));
    if (text === undefined || text.length > longestText) throw new Error('a frame that is empty or too long');
    return parseJson(text);
  }
}

/** A method that throws at once is no other than one that rejects. */
async function run(method: Method, params: JsonValue): Promise<JsonValue | void> {
  return method(params);
}

function sizeOf(frame: unknown): number {
  return isRecord(frame) && typeof frame.text === 'string' ? frame.text.length : 0;
}

function errorOf({
  code,
  message,
  suggestion,
}: {
  code: string;
  message: string;
  suggestion?: string;
}): Error {
  if (!isErrorCode(code)) return new Error(message);
  return new GoondanError(code, message, suggestion === undefined ? {} : { suggestion });
}
