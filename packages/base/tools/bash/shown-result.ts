import type { JsonObject } from '@goondan/core';
import type { CommandOutcome } from '../../process/run-command.ts';
import { longestTimeoutMs } from './input-properties.ts';

/** What the model reads of a command that ran, however it ended. */
export function shownResult(outcome: CommandOutcome, timeoutMs: number): JsonObject {
  const { stdout, stderr, signal } = outcome;
  const notes = [
    ...(outcome.hasTimedOut ? [timeoutNote(timeoutMs)] : []),
    ...(outcome.exceeded === undefined ? [] : [limitNotes[outcome.exceeded]]),
    ...(stdout.isCut || stderr.isCut
      ? [
          'Output was shortened. To see all of it, send it to a file (command > out.txt) and read that in parts.',
        ]
      : []),
    ...(stdout.isText && stderr.isText
      ? []
      : [
          'The output is not UTF-8 text: what could not be read is shown as \uFFFD. Look at it with xxd or base64.',
        ]),
  ];
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode: outcome.exitCode,
    ...(signal === undefined ? {} : { signal }),
    durationMs: outcome.durationMs,
    timedOut: outcome.hasTimedOut,
    truncated: stdout.isCut || stderr.isCut,
    stdoutBytes: stdout.bytes,
    stderrBytes: stderr.bytes,
    sandboxed: outcome.isSandboxed,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

const limitNotes = {
  memory: 'It ran into the memory limit of the sandbox, and a process was ended. Use less memory at once.',
  tasks: 'It ran into the process limit of the sandbox. Start fewer processes at once.',
} as const;

function timeoutNote(timeoutMs: number): string {
  const longer =
    timeoutMs < longestTimeoutMs ? `, or send a larger timeoutMs (at most ${longestTimeoutMs})` : '';
  return (
    `It took longer than ${timeoutMs} ms: the command and everything it started was ended. What it printed until then is ` +
    `above; what it did until then has happened. Ask for less in one call${longer}.`
  );
}
