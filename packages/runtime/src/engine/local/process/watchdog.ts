/**
 * A shell that outlives us by an instant: when the pipe to it closes, however we ended, it kills the process groups we
 * had. A child that spins never notices our end by itself, and what it has spawned notices even less.
 */
const script = `
groups=''
while read -r sign group; do
  case "$sign" in
    +) groups="$groups $group" ;;
    -) rest=''
       for known in $groups; do [ "$known" = "$group" ] || rest="$rest $known"; done
       groups="$rest" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

/** Kills the groups it was told of when this process ends. */
export class Watchdog {
  readonly #groups = new Set<number>();
  #process: Shell | undefined;
  #isClosed = false;

  /** Takes a process group under watch; resolves when it is watched. */
  async add(group: number): Promise<void> {
    if (this.#process === undefined) void this.#watch();
    this.#groups.add(group);
    await this.#tell(`+ ${group}`);
  }

  /** Forgets a group that has ended. */
  remove(group: number): void {
    this.#groups.delete(group);
    void this.#tell(`- ${group}`);
  }

  /** Ends the watch; what is still in it is killed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.stdin.end();
    await this.#process?.exited;
  }

  /** Somebody may kill the shell itself. */
  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      this.#process = spawnShell();
      for (const group of this.#groups) void this.#tell(`+ ${group}`);
      await this.#process.exited;
    }
  }

  async #tell(line: string): Promise<void> {
    const stdin = this.#process?.stdin;
    try {
      await Promise.all([stdin?.write(`${line}\n`), stdin?.flush()]);
    } catch {
      // When the shell is gone the next one is told all.
    }
  }
}

type Shell = Bun.Subprocess<'pipe', 'ignore', 'ignore'>;

function spawnShell(): Shell {
  const shell = Bun.spawn(['/bin/sh', '-c', script], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    // In a group of its own: a signal to our group, such as Ctrl-C, must not end it before us.
    detached: true,
    env: {},
  });
  shell.unref();
  return shell;
}
