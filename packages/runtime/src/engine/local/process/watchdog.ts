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
for group in $groups; do kill -9 -- "-$group" 2>/dev/null; done
`;

/** Kills the groups it was told of when this process ends. */
export class Watchdog {
  readonly #process: Bun.Subprocess<'pipe', 'ignore', 'ignore'>;

  constructor() {
    // In a group of its own: a signal to our group, such as Ctrl-C, must not end it before us.
    this.#process = Bun.spawn(['/bin/sh', '-c', script], {
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'ignore',
      detached: true,
      env: {},
    });
    this.#process.unref();
  }

  /** Takes a process group under watch. */
  add(group: number): void {
    this.#tell(`+ ${group}`);
  }

  /** Forgets a group that has ended. */
  remove(group: number): void {
    this.#tell(`- ${group}`);
  }

  /** Ends the watch; what is still in it is killed. */
  close(): void {
    void this.#process.stdin.end();
  }

  #tell(line: string): void {
    void this.#process.stdin.write(`${line}\n`);
    void this.#process.stdin.flush();
  }
}
