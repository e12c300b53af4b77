import { expect, test } from 'bun:test';
import { childrenOf } from '../../process/process-tree.ts';
import { exceededLimit } from '../../process/sandbox/limit-watch.ts';

test('a sandbox that has no /proc of its own yet is not held to account for all processes of the machine', async () => {
  // As bubblewrap while it sets up: its child still sees what we see.
  const starting = Bun.spawn(['sh', '-c', 'sleep 1000 & wait']);
  try {
    while (process.platform === 'linux' && childrenOf(starting.pid).length === 0) await Bun.sleep(1);
    expect(exceededLimit(starting.pid, { tasks: 1, memoryBytes: 1 })).toBeUndefined();
  } finally {
    for (const pid of childrenOf(starting.pid)) process.kill(pid, 'SIGKILL');
    starting.kill('SIGKILL');
    await starting.exited;
  }
});
