import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';

/** What is to be seen and done inside a sandbox. */
export interface SandboxView {
  readonly workdir: string;
  /** Other folders and files that may be read and written. */
  readonly roots: readonly string[];
  /** Folders in the workdir that may only be read. */
  readonly protectedFolders: readonly string[];
  readonly hasNetwork: boolean;
  /** Our folder that is /tmp inside. */
  readonly temporary: string;
  /** Our files that are /etc/passwd and /etc/group inside. */
  readonly accounts: { readonly users: string; readonly groups: string };
  readonly canDisableNamespaces: boolean;
  readonly hasFilter: boolean;
  readonly sharedMemoryBytes: number;
}

/** The user inside: one without a name on the machine and without any right of root. */
export const sandboxUser = 1000;

/** Its name. */
export const userName = 'agent';

/** What programs need of /etc. Everything else there stays out, as it may hold secrets that root can read. */
const settings = words(`
  alternatives ca-certificates ca-certificates.conf crypto-policies fonts gai.conf host.conf hosts java ld.so.cache ld.so.conf
  ld.so.conf.d locale.alias localtime magic mime.types nsswitch.conf os-release perl pki protocols python3 resolv.conf services
  ssl terminfo timezone
`);

const systemFolders = words('/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix /gnu');

/** The arguments of bubblewrap for a view, without the program to run. */
export function sandboxArguments(view: SandboxView): string[] {
  const { accounts, temporary, workdir } = view;
  return [
    ...words('--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'),
    ...(view.hasNetwork ? [] : ['--unshare-net']),
    ...words(
      `--uid ${sandboxUser} --gid ${sandboxUser} --hostname sandbox --die-with-parent --new-session --cap-drop ALL`,
    ),
    ...(view.canDisableNamespaces ? ['--disable-userns'] : []),
    ...(view.hasFilter ? ['--seccomp', '3'] : []),
    ...systemFolders.flatMap((folder) => asItIs(folder)),
    ...settings.flatMap((name) => readable(`/etc/${name}`)),
    ...bound('--ro-bind', [accounts.users, '/etc/passwd'], [accounts.groups, '/etc/group']),
    ...words(`--proc /proc --dev /dev --size ${view.sharedMemoryBytes} --tmpfs /dev/shm`),
    ...words('--dir /run --dir /var --symlink /tmp /var/tmp'),
    ...bound('--bind', [temporary, '/tmp'], ...[...view.roots, workdir].map((path) => [path, path] as const)),
    ...bound('--ro-bind', ...view.protectedFolders.map((path) => [path, path] as const)),
    ...words('--remount-ro /dev --remount-ro /'),
    '--chdir',
    workdir,
  ];
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function bound(
  how: '--bind' | '--ro-bind',
  ...pairs: readonly (readonly [from: string, to: string])[]
): string[] {
  return pairs.flatMap(([from, to]) => [how, from, to]);
}

/** A folder of the system, or the same link where it is one. */
function asItIs(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ['--symlink', readlinkSync(folder), folder]
    : bound('--ro-bind', [folder, folder]);
}

/** Some files of /etc are links to what is not in the sandbox: there is what they lead to. */
function readable(path: string): string[] {
  return existsSync(path) ? bound('--ro-bind', [realpathSync(path), path]) : [];
}
