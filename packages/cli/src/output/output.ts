import { fit } from './fit.ts';
import type { OutputFormat } from './output-format.ts';
import { paint } from './paint.ts';
import type { StandardStreams } from './standard-streams.ts';

/** Where a command writes while it runs; what it came to is its `CommandResult`. */
export interface Output {
  readonly format: OutputFormat;
  /** Whether stdout shows colour. */
  readonly isColored: boolean;
  /** Whether stderr shows colour. */
  readonly isErrorColored: boolean;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** How wide the terminal is at this moment; undefined where stdout is none: then nothing is made to fit. */
  readonly columns: number | undefined;
  /** A line for a person; nothing is written in the other formats. */
  line(text: string): void;
  /** Text for a person that is no whole line; nothing is written in the other formats. */
  piece(text: string): void;
  /** The one JSON value of a command that goes on after it; nothing is written in the other formats. */
  json(value: unknown): void;
  /** A line of `stream-json`; nothing is written in the other formats. */
  record(value: unknown): void;
  /** A line on stderr, in every format. */
  note(text: string): void;
  /**
   * What goes on at this moment, in place of what was said last; nothing is written where stderr is no terminal. Empty takes it away, and so does
   * whatever else is written.
   */
  status(text: string): void;
}

/** An output of the format over the streams. */
export function createOutput(streams: StandardStreams, format: OutputFormat): Output {
  let shown = '';
  const status = (wanted: string): void => {
    if (!streams.isErrorTerminal || wanted === shown) return;
    const text = fit(wanted, (streams.columns() ?? Number.POSITIVE_INFINITY) - 1);
    if (text === shown) return;
    const isEnd = text === '';
    const line = isEnd ? '' : paint(text, 'dim', streams.isErrorColored);
    const rest = ' '.repeat(Math.max(0, Bun.stringWidth(shown) - Bun.stringWidth(text)));
    streams.err(`\r${line}${rest}${isEnd ? '\r' : ''}`);
    shown = text;
  };
  const out = (text: string): void => {
    status('');
    streams.out(text);
  };
  // What a bundle's code prints would begin at the end of the line.
  streams.onOther(() => status(''));
  return {
    format,
    isColored: streams.isColored,
    isErrorColored: streams.isErrorColored,
    isTerminal: streams.isTerminal,
    get columns() {
      return streams.columns();
    },
    line: (text) => {
      if (format === 'text') out(`${text}\n`);
    },
    piece: (text) => {
      if (format === 'text') out(text);
    },
    json: (value) => {
      if (format === 'json') out(`${JSON.stringify(value)}\n`);
    },
    record: (value) => {
      if (format === 'stream-json') out(`${JSON.stringify(value)}\n`);
    },
    note: (text) => {
      status('');
      streams.err(`${text}\n`);
    },
    status,
  };
}
