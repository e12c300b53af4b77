import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { GoondanError } from '@goondan/core/basics';
import { CommandRunner, type RunningSupervisor } from './command-runner.ts';
import { descendantsOf, isZombie, processesWith, signal } from './process-tree.ts';
import type { Started } from './started.ts';
import { reaperEnvironment } from './reaper-environment.ts';
import { bareSupervisor } from './supervisor.ts';

/** Names what belongs to a supervisor, should it be killed by what it runs. */
const marker = 'GOONDAN_RUNNER';

/** How long a supervisor may take to end what it started, before we do. */
const patienceMs = 500;

/** Starts a supervisor without a sandbox. What its commands start ends with them, also what left their session; nothing else is limited. */
export function startBare(env: Readonly<Record<string, string>>): Started {
  const shell = Bun.which('bash', { PATH: env['PATH'] ?? '' });
  if (shell === null)
    throw new GoondanError('E_TOOL', 'bash is not installed.', {
      suggestion: 'Install bash, or put it on the PATH.',
    });
  const supervisor = [shell, '--norc', '--noprofile', '-c', bareSupervisor];
  const entry = fileURLToPath(new URL('reaper-entry.ts', import.meta.url));
  const reaper = [process.execPath, '--no-install', entry, String(process.pid), ...supervisor];
  const id = randomUUID();
  const isLinux = process.platform === 'linux';
  const runner = new CommandRunner({
    command: isLinux ? reaper : supervisor,
    env: { ...env, [marker]: id, ...(isLinux ? reaperEnvironment : {}) },
    files: [],
    stop: (supervisor) => stop(supervisor, id),
    failure: (said) => new GoondanError('E_TOOL', `The shell could not be started: ${said}`),
  });
  return { runner, watch: () => ({ end: () => undefined }) };
}

function stop({ pid, isRunning }: RunningSupervisor, id: string): void {
  if (!isRunning()) {
    killMarked(id);
    return;
  }
  signal(pid, 'SIGTERM');
  setTimeout(() => {
    if (!isRunning()) return;
    // One that was stopped, or is held up, does not hear us. It goes last: until then nobody can get away from it.
    for (let round = 0; isRunning() && round < 100; round += 1) {
      const left = descendantsOf(pid).filter((one) => !isZombie(one));
      if (left.length === 0) break;
      for (const one of left) signal(one, 'SIGKILL');
    }
    if (isRunning()) signal(pid, 'SIGKILL');
    killMarked(id);
  }, patienceMs);
}

/** A process that is just turning into another program shows no environment for a moment: look more than once. */
const looksMs = [0, 20, 100, 400, 1000];

/** Ends what a supervisor that is gone has left. Only Linux shows the environment of others. */
function killMarked(id: string): void {
  if (process.platform !== 'linux') return;
  for (const delay of looksMs) {
    setTimeout(() => {
      for (const one of processesWith(marker, id)) signal(one, 'SIGKILL');
    }, delay);
  }
}
