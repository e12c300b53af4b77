/** Puts notes until it is killed, and prints the number of each once it is stored. */
import { noteCaller } from './note-caller.ts';

const [, , workdir = ''] = process.argv;
const call = noteCaller(workdir);
for (let number = 0; ; number += 1) {
  const { status } = await call('put', { key: `note-${number % 40}`, text: `${number}:`.padEnd(5000, 'x') });
  if (status !== 'ok') process.exit(1);
  process.stdout.write(`${number}\n`);
}
