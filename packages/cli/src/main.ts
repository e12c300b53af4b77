import { runCommandLine } from './command-line.ts';
import { takeStandardStreams } from './output/standard-streams.ts';

const streams = takeStandardStreams();
const exitCode = await runCommandLine(process.argv.slice(2), streams);
await streams.flush();
// Timers and sockets that a bundle's code has left open are not waited for.
process.exit(exitCode);
