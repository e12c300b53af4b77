/**
 * The process that imports modules of a bundle: told by its arguments what its lines begin with, and which modules. What it finds it prints at
 * once, in order, whatever the modules do; they may print as well, also to the middle of a line.
 */
import { writeSync } from 'node:fs';
import { inspectModule } from '@goondan/core';

const [, , mark = '', ...files] = process.argv;
const tell = (line: object): void => void writeSync(1, `${mark}${JSON.stringify(line)}\n`);

// A module that waits for what never comes is to be found late, not at its end.
setInterval(() => {}, 60_000);
// What a module leaves to fail later is no failure to load.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
for (const file of files) {
  tell({ file });
  tell({ file, report: await inspectModule(file) });
}
process.exit(0);
