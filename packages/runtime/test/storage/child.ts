/** What the tests of crashes run as a process of its own: appends or locks until it is killed, telling each acknowledgement. */
import { lockFolder, RecordLog } from '@goondan/runtime/storage';

const [, , mode, path = ''] = process.argv;
if (mode === 'lock') {
  lockFolder(path);
  console.log('locked');
  setInterval(() => {}, 1000);
} else {
  const log = new RecordLog(path);
  const streams = log.streams();
  const round = streams.length;
  for (let index = 0; ; index += 1) {
    // Four writers at a time, so that kills meet commits of several.
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (writer) => {
        await log.append(`${round}${writer}`, [
          { name: String(index), value: { index, filler: 'x'.repeat(200) } },
        ]);
        process.stdout.write(`${round}${writer} ${index}\n`);
      }),
    );
  }
}
