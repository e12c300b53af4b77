import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { runCommandLine } from '../src/command-line.ts';
import { takeStandardStreams } from '../src/output/standard-streams.ts';
import { endOf, lineSchema } from './many.ts';

// Runs the command lines in the file that is named, or without one those that come on stdin, one after the other, and says where each ends.
const [, , file] = process.argv;
const lines =
  file === undefined ? createInterface(process.stdin) : (await readFile(file, 'utf8')).split('\n');
const streams = takeStandardStreams();
let index = 0;
for await (const line of lines) {
  const end = endOf(index, await runCommandLine(lineSchema.parse(JSON.parse(line)), streams));
  await streams.flush();
  streams.out(end);
  // A terminal shows both streams.
  if (!streams.isErrorTerminal) streams.err(end);
  await streams.flush();
  index += 1;
}
process.exit(0);
