import type { CommandResult } from '../command/command-definition.ts';
import type { OutputFormat } from './output-format.ts';
import type { StandardStreams } from './standard-streams.ts';

/** Writes what a command came to: to a person, as the one JSON value, or as the record that ends the stream. */
export function writeResult(result: CommandResult, format: OutputFormat, streams: StandardStreams): void {
  const { json, text, errorText } = result;
  if (format === 'json') {
    if (json !== undefined) streams.out(`${JSON.stringify(json)}\n`);
  } else if (format === 'stream-json') {
    const fields = typeof json === 'object' && json !== null ? json : { value: json };
    streams.out(`${JSON.stringify({ type: 'result', ...fields })}\n`);
  } else {
    if (text !== undefined) streams.out(`${text}\n`);
    if (errorText !== undefined) streams.err(`${errorText}\n`);
  }
}
