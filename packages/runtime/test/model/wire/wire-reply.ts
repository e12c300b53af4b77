/** One call that a fake provider asks for; a string is sent as the arguments as it stands. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly args: string | Readonly<Record<string, unknown>>;
}

/** What a fake provider says, in the words all of them share. */
export interface WireTurn {
  readonly reasoning?: { readonly text: string; readonly signature: string };
  /** Several pieces are streamed one by one. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly WireCall[];
  /** How it ends. `short`: properly closed, but without the end of the answer. Default `complete`. */
  readonly end?: 'complete' | 'short' | 'cut' | 'silent' | 'garbage';
  /** With `cut`: the connection is kept until then. */
  readonly cutWhen?: Promise<unknown>;
  /** Sent in place of the end, inside the stream. */
  readonly error?: { readonly type: string; readonly message: string };
}

/** A refusal by status, with the body of the provider's errors unless another is given. */
interface WireRefusal {
  readonly status: number;
  readonly message?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One entry of the script of a fake provider; the last one is given again and again. */
export type WireReply = WireTurn | WireRefusal | { readonly page: string; readonly contentType: string };

/** How one provider writes all that. */
export interface WireFormat {
  events(turn: WireTurn): string[];
  endEvents(turn: WireTurn): string[];
  errorEvent(error: NonNullable<WireTurn['error']>): string;
  whole(turn: WireTurn): unknown;
  refusal(message: string, type: string): unknown;
  isStreamed(path: string, body: unknown): boolean;
}

/** The pieces of a turn's text. */
export function textPieces({ text }: WireTurn): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? [text] : text;
}

/** The arguments of a call as a model writes them. */
export function argumentText({ args }: WireCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** One event of a stream. */
export function sse(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
