import { runCommandLine } from './command-line.ts';
import { takeStandardStreams } from './output/standard-streams.ts';

/** Runs what was typed as this process, which ends with it. */
export async function runProcess(typed: readonly string[]): Promise<never> {
  const streams = takeStandardStreams();
  const exitCode = await runCommandLine(typed, streams);
  await streams.flush();
  // Timers and sockets that a bundle's code has left open are not waited for.
  process.exit(exitCode);
}
