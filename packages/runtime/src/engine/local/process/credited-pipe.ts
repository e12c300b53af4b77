import * as shape from '../../../shape/shape.ts';

/** Around each frame: its place in the sequence, and how many the sender has taken from the other side. */
const envelopeSchema = shape.object({
  ack: shape.int().refine((ack) => ack >= 0, 'must not be less than 0'),
  seq: shape
    .int()
    .refine((seq) => seq > 0, 'must be more than 0')
    .exactOptional(),
  frame: shape.unknown().exactOptional(),
});

/** See `envelopeSchema`. */
export type Envelope = shape.Infer<typeof envelopeSchema>;

/** What a pipe is made of. */
export interface CreditedPipeOptions {
  /** Hands an envelope to the system; `written` is called once it has left this process. */
  readonly send: (envelope: Envelope, written: () => void) => void;
  readonly receive: (frame: unknown) => void;
  /** About how many bytes a frame is; both sides count alike. */
  readonly sizeOf: (frame: unknown) => number;
  /** The other side broke the rules: it cannot be trusted any further. */
  readonly onViolation: (reason: string) => void;
  /** Bytes that may wait for credit; without end where it is left out. */
  readonly mostWaiting?: number;
}

/** What may be under way before the other side has taken some of it. */
export const creditFrames = 256;
const creditBytes = 1024 * 1024;
/** What has been taken before the other side is told: so much less than its credit that it never has to wait for nothing. */
const tellFrames = 64;
const tellBytes = 256 * 1024;

/** Frames in order, each exactly once, and never more on their way than the other side takes in: `send` of Bun never says that it is too much. */
export class CreditedPipe {
  readonly #options: CreditedPipeOptions;
  readonly #waiting: { readonly frame: unknown; readonly size: number }[] = [];
  /** The sizes of those that were sent and not yet taken. */
  readonly #underway: number[] = [];
  #underwayBytes = 0;
  #waitingBytes = 0;
  #sent = 0;
  #taken = 0;
  #acknowledged = 0;
  #untoldBytes = 0;
  #isAcknowledging = false;
  #isBroken = false;
  #unwritten = 0;
  #written = Promise.withResolvers<void>();

  constructor(options: CreditedPipeOptions) {
    this.#options = options;
  }

  /** How many frames the other side has not taken yet. */
  get underway(): number {
    return this.#underway.length + this.#waiting.length;
  }

  /** Resolves once all has left this process; undefined when it has. */
  flushed(): Promise<void> | undefined {
    return this.#unwritten + this.#waiting.length === 0 ? undefined : this.#written.promise;
  }

  /** Sends a frame, at once or when there is credit for it. */
  post(frame: unknown): void {
    const size = this.#options.sizeOf(frame);
    if (this.#waiting.length === 0 && this.#hasCredit(size)) return this.#send(frame, size);
    this.#waiting.push({ frame, size });
    this.#waitingBytes += size;
    if (this.#waitingBytes > (this.#options.mostWaiting ?? Infinity))
      this.break('no sign that it takes what it is sent');
  }

  /** Takes an envelope from the system, whatever it is. */
  take(raw: unknown): void {
    if (this.#isBroken) return;
    const parsed = envelopeSchema.safeParse(raw);
    if (!parsed.success) return this.break('what is no envelope');
    const { ack, seq, frame } = parsed.data;
    if (ack > this.#sent || ack < this.#sent - this.#underway.length)
      return this.break('an acknowledgement of what was not sent');
    this.#release(ack);
    if (seq === undefined) return;
    if (seq !== this.#taken + 1) return this.break('a frame out of order');
    this.#taken = seq;
    this.#untoldBytes += this.#options.sizeOf(frame);
    if (this.#taken - this.#acknowledged > creditFrames) return this.break('more than it had credit for');
    this.#acknowledge();
    this.#options.receive(frame);
  }

  /** The other side broke the rules: nothing more is taken from it. */
  break(reason: string): void {
    this.#isBroken = true;
    this.#options.onViolation(reason);
  }

  #hasCredit(size: number): boolean {
    const count = this.#underway.length;
    return count === 0 || (count < creditFrames && this.#underwayBytes + size <= creditBytes);
  }

  #release(ack: number): void {
    for (let count = ack - (this.#sent - this.#underway.length); count > 0; count -= 1)
      this.#underwayBytes -= this.#underway.shift() ?? 0;
    for (
      let [next] = this.#waiting;
      next !== undefined && this.#hasCredit(next.size);
      [next] = this.#waiting
    ) {
      this.#waiting.shift();
      this.#waitingBytes -= next.size;
      this.#send(next.frame, next.size);
    }
  }

  #send(frame: unknown, size: number): void {
    this.#sent += 1;
    this.#underway.push(size);
    this.#underwayBytes += size;
    this.#hand({ ack: this.#taken, seq: this.#sent, frame });
  }

  /** Not at once: whoever sends more than it has credit for in one go is found out before it gets any. */
  #acknowledge(): void {
    const isEnough = this.#taken - this.#acknowledged >= tellFrames || this.#untoldBytes >= tellBytes;
    if (this.#isAcknowledging || !isEnough) return;
    this.#isAcknowledging = true;
    setImmediate(() => {
      this.#isAcknowledging = false;
      if (this.#taken > this.#acknowledged) this.#hand({ ack: this.#taken });
    });
  }

  #hand(envelope: Envelope): void {
    if (this.#isBroken) return;
    this.#acknowledged = envelope.ack;
    this.#untoldBytes = 0;
    this.#unwritten += 1;
    try {
      this.#options.send(envelope, () => this.#wrote());
    } catch {
      this.break('nothing that it could be reached by');
    }
  }

  #wrote(): void {
    this.#unwritten -= 1;
    if (this.#unwritten + this.#waiting.length > 0) return;
    this.#written.resolve();
    this.#written = Promise.withResolvers();
  }
}
