import { basename } from 'node:path';

/** What lies in a bundle's folder without being part of it. */
const ignored = new Set(['node_modules', '.goondan', '.git']);
/** An editor saves in several steps; what comes within this time is one edit. */
const quietMs = 80;

/** Calls `onEdit` after each edit of a file of the bundle, until it is closed. Resolves once edits are noticed. */
export async function watchBundle(root: string, onEdit: () => void): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => path !== root && ignored.has(basename(path)),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onEdit, quietMs);
  });
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve);
    watcher.once('error', reject);
  });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
