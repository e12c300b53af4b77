import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { CommandRunner } from '../command-runner.ts';
import type { Started } from '../started.ts';
import { privateFolder } from '../private-folder.ts';
import { signal } from '../process-tree.ts';
import { sandboxSupervisor } from '../supervisor.ts';
import type { Bubblewrap } from './bubblewrap.ts';
import { openControlGroup } from './control-group.ts';
import { watchGroup, watchProcesses } from './limit-watch.ts';
import { sandboxLimits, type SandboxLimits } from './limits.ts';
import { sandboxArguments, sandboxUser, userName } from './sandbox-arguments.ts';
import { seccompFilter } from './seccomp.ts';

/** What tells one sandbox from another. */
export interface SandboxOptions {
  readonly bubblewrap: Bubblewrap & { readonly isUsable: true };
  readonly workdir: string;
  readonly roots: readonly string[];
  readonly protectedFolders: readonly string[];
  readonly hasNetwork: boolean;
  readonly temporary: string;
  readonly env: Readonly<Record<string, string>>;
  /** What all in it may take together. */
  readonly limits?: SandboxLimits;
  /** How a group with limits is opened; none where that cannot be done. */
  readonly openGroup?: typeof openControlGroup;
}

/** Enters its groups before anything else is started in it. */
const enter = 'while [ "$1" != -- ]; do echo $$ >"$1" || exit 1; shift; done; shift; exec "$@"';

/** Starts a sandbox that waits for commands. It ends, with all that is in it, by `stop`, or when our process does. */
export function startSandbox(options: SandboxOptions): Started {
  const limits = options.limits ?? sandboxLimits();
  const group = (options.openGroup ?? openControlGroup)(limits);
  const shell = Bun.which('bash', { PATH: '/bin:/usr/bin:/usr/local/bin' });
  if (shell === null)
    throw new GoondanError('E_TOOL', 'bash is not installed where a sandbox can see it.', {
      suggestion: 'Install bash in /bin or /usr/bin.',
    });
  const { filter, accounts } = ourFiles();
  const view = sandboxArguments({
    ...options,
    accounts,
    canDisableNamespaces: options.bubblewrap.canDisableNamespaces,
    hasFilter: filter !== undefined,
    sharedMemoryBytes: Math.floor(limits.memoryBytes / 4),
  });
  const supervisor = [shell, '--norc', '--noprofile', '-c', sandboxSupervisor(limits.tasks)];
  const command = [options.bubblewrap.path, ...view, '--', ...supervisor];
  const runner = new CommandRunner({
    command:
      group === undefined ? command : ['/bin/sh', '-c', enter, 'sh', ...group.entries, '--', ...command],
    env: { ...options.env, USER: userName },
    files: filter === undefined ? [] : [openSync(filter, 'r')],
    // The first process inside is told to die with this one, and takes all others along.
    stop: ({ pid, isRunning }) => {
      if (isRunning()) signal(pid, 'SIGKILL');
    },
    failure: (said) =>
      new GoondanError('E_TOOL_SANDBOX', `The sandbox could not be started: ${said}. Nothing was run.`, {
        suggestion: 'Check that the workdir and the folders of policy.permissions.files can be opened.',
      }),
    onExit: () => group?.remove(),
  });
  const watch = (): ReturnType<Started['watch']> =>
    group === undefined ? watchProcesses(runner.pid, limits, () => runner.stop()) : watchGroup(group);
  return { runner, watch };
}

let files: { readonly filter?: string; readonly accounts: { users: string; groups: string } } | undefined;

/** What sandboxes read of ours: written once, the same for all. */
function ourFiles(): NonNullable<typeof files> {
  if (files !== undefined) return files;
  const folder = privateFolder();
  const [users, groups] = [join(folder, 'passwd'), join(folder, 'group')];
  const others = [
    ['root', 0],
    ['nobody', 65_534],
  ] as const;
  const accounts = [[userName, sandboxUser] as const, ...others];
  writeFileSync(users, accounts.map(([name, id]) => `${name}:x:${id}:${id}::/tmp:/bin/bash\n`).join(''));
  writeFileSync(groups, accounts.map(([name, id]) => `${name}:x:${id}:\n`).join(''));
  const rules = seccompFilter();
  if (rules === undefined) return (files = { accounts: { users, groups } });
  const filter = join(folder, 'filter');
  writeFileSync(filter, rules);
  return (files = { filter, accounts: { users, groups } });
}
