import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { pinFilePath, type PinnedServer } from './pin-file.ts';

/** Calls back when somebody has written the pins of a server, until the function it returns is called. Where files cannot be watched it never does. */
export async function watchPins(server: PinnedServer, onChange: () => void): Promise<() => void> {
  const name = basename(pinFilePath(server));
  try {
    await mkdir(server.folder, { recursive: true });
    const watcher = watch(server.folder, { persistent: false }, (_event, changed) => {
      if (changed === name) onChange();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
