/** What the tests of handle files run as processes of their own: claims or completes handles, and tells which it got. */
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { handleRecord } from './handle-record.ts';

const [, , mode = 'claim', folder = '', from = '0', to = 'Infinity'] = process.argv;
const files = new HandleFiles(folder);
console.log('ready');
if (mode !== 'endless') for await (const line of console) if (line === 'go') break;
for (let index = Number(from); index < Number(to); index += 1) {
  const handle = `h${index}`;
  if (mode === 'complete') await completed(handle);
  else if (await files.claim(handleRecord(handle, `${process.pid}/${index}`))) console.log(handle);
}
process.exit(0);

async function completed(handle: string): Promise<void> {
  try {
    await files.complete(handle, process.pid);
    console.log(handle);
  } catch (thrown) {
    const isBeaten = thrown instanceof Error && 'code' in thrown && thrown.code === 'E_HANDLE_COMPLETED';
    if (!isBeaten) throw thrown;
  }
}
