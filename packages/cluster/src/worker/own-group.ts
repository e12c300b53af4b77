import { Watchdog } from '@goondan/runtime/engine';

/**
 * Ends what this process has spawned should it be killed: everything in its process group. Where another process leads that group, as
 * where a script has started us, nothing is ended but what ends by itself. Resolves with what ends the watch.
 */
export async function watchOwnGroup(): Promise<() => Promise<void>> {
  const watchdog = new Watchdog();
  // There is a group of that number only where we lead it.
  await watchdog.add(process.pid);
  return async () => {
    watchdog.remove(process.pid);
    await watchdog.close();
  };
}
