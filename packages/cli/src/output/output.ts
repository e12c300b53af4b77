import { pad } from './pad.ts';
import type { OutputFormat } from './output-format.ts';
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
  /** What goes on at this moment, in place of what was said last; nothing is written where stderr is no terminal. Empty takes it away. */
  status(text: string): void;
}

/** An output of the format over the streams. */
export function createOutput(streams: StandardStreams, format: OutputFormat): Output {
  let shown = '';
  return {
    format,
    isColored: streams.isColored,
    isErrorColored: streams.isErrorColored,
    isTerminal: streams.isTerminal,
    get columns() {
      return streams.columns();
    },
    line: (text) => {
      if (format === 'text') streams.out(`${text}\n`);
    },
    piece: (text) => {
      if (format === 'text') streams.out(text);
    },
    json: (value) => {
      if (format === 'json') streams.out(`${JSON.stringify(value)}\n`);
    },
    record: (value) => {
      if (format === 'stream-json') streams.out(`${JSON.stringify(value)}\n`);
    },
    note: (text) => streams.err(`${text}\n`),
    status: (text) => {
      if (!streams.isErrorTerminal || text === shown) return;
      streams.err(`\r${pad(text, Bun.stringWidth(shown))}${text === '' ? '\r' : ''}`);
      shown = text;
    },
  };
}
