/**
 * The process that imports modules of a bundle: told by its arguments what its lines begin with, and which modules. What it finds it prints at
 * once, in order, whatever the modules do; they may print as well, also to the middle of a line.
 */
import { readSync, writeSync } from 'node:fs';
import { inspectModule } from '@goondan/core';

const [, , mark = '', ...files] = process.argv;

// Until it is watched it runs nobody's code: whoever started it may be gone, and a module may never end.
if (readSync(0, new Uint8Array(1)) === 0) process.exit(1);

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

function tell(line: object): void {
  try {
    writeSync(1, `${mark}${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads it any more.
    process.exit(1);
  }
}
