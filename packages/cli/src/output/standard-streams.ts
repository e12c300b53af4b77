import { Console } from 'node:console';
import { isatty } from 'node:tty';

/** The streams of this process, kept for what `gdn` itself says. */
export interface StandardStreams {
  readonly isColored: boolean;
  readonly isErrorColored: boolean;
  readonly isTerminal: boolean;
  /** Whether stderr is a terminal on which a line can be replaced. */
  readonly isErrorTerminal: boolean;
  /** How wide the terminal is at this moment; undefined where stdout is none. */
  columns(): number | undefined;
  out(text: string): void;
  err(text: string): void;
  /** Has it told before anybody else prints. */
  onOther(listener: () => void): void;
  /** Resolves once all that was written has left the process. */
  flush(): Promise<void>;
}

/**
 * Takes stdout for `gdn` alone: from now on whatever a bundle's code prints goes to stderr, or else a `console.log` in a
 * tool would break the one JSON value of `--json`. A reader that has gone away (`| head`) is no failure.
 */
export function takeStandardStreams(): StandardStreams {
  const { stdout, stderr } = process;
  const out = writerOf(stdout);
  const err = writerOf(stderr);
  const isDumb = process.env['TERM'] === 'dumb';
  const mayColor = (process.env['NO_COLOR'] ?? '') === '' && !isDumb;
  let beforeOthers = (): void => {};
  const elsewhere = new Proxy(stderr.write.bind(stderr), {
    apply: (write, receiver, printed): unknown => {
      beforeOthers();
      return Reflect.apply(write, receiver, printed);
    },
  });
  stdout.write = elsewhere;
  stderr.write = elsewhere;
  Object.assign(console, new Console(stderr, stderr), { write: elsewhere });
  return {
    isColored: isatty(stdout.fd) && mayColor,
    isErrorColored: isatty(stderr.fd) && mayColor,
    isTerminal: isatty(stdout.fd),
    isErrorTerminal: isatty(stderr.fd) && !isDumb,
    columns: () => (isatty(stdout.fd) && stdout.columns > 0 ? stdout.columns : undefined),
    out: out.write,
    err: err.write,
    onOther: (listener) => {
      beforeOthers = listener;
    },
    flush: async () => {
      await out.flush();
      await err.flush();
    },
  };
}

/** Writes to a stream as long as it has a reader. Only a write of its own tells when the bytes before it are out. */
function writerOf(stream: NodeJS.WriteStream) {
  const write = stream.write.bind(stream);
  let isClosed = false;
  let last = Promise.resolve();
  stream.on('error', () => {
    isClosed = true;
  });
  return {
    write: (text: string): void => {
      if (!isClosed && text !== '') last = new Promise((resolve) => write(text, () => resolve()));
    },
    flush: async (): Promise<void> => {
      await last;
    },
  };
}
