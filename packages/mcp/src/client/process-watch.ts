import { serverMark } from './server-environment.ts';

/**
 * A shell that outlives us by an instant: when the pipe to it closes, however we ended, it kills the groups of our servers and, where the
 * system tells the environment of processes, those that have left their group.
 */
const script = `
servers=''
while read -r sign server; do
  case "$sign" in
    +) servers="$servers $server" ;;
    -) rest=''
       for known in $servers; do [ "$known" = "$server" ] || rest="$rest $known"; done
       servers="$rest" ;;
  esac
done
for server in $servers; do
  kill -s KILL -- "-\${server%%:*}" 2>/dev/null
  mark="${serverMark}=\${server#*:}"
  # One process for all of them: one for each takes seconds where there are many and the machine is busy.
  for file in $(grep -lzxF -- "$mark" /proc/[0-9]*/environ 2>/dev/null); do
    pid="\${file#/proc/}"
    kill -s KILL "\${pid%/environ}" 2>/dev/null
  done
done
`;

/** A server process and the mark its environment carries. */
export interface WatchedServer {
  readonly pid: number;
  readonly mark: string;
}

/** Ends servers when this process does, also when nothing here can run any more. */
export class ProcessWatch {
  readonly #servers = new Set<string>();
  #shell: Bun.Subprocess<'pipe', 'ignore', 'ignore'> | undefined;

  /** Takes a server under watch until the function it returns is called. */
  add({ pid, mark }: WatchedServer): () => void {
    const server = `${pid}:${mark}`;
    this.#servers.add(server);
    if (this.#shell === undefined) this.#spawn();
    else this.#tell(`+ ${server}`);
    return () => {
      this.#servers.delete(server);
      this.#tell(`- ${server}`);
      if (this.#servers.size === 0) this.#end();
    };
  }

  #spawn(): void {
    const shell = Bun.spawn(['/bin/sh', '-c', script], {
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'ignore',
      // In a group of its own: a signal to our group must not end it before us.
      detached: true,
      env: { PATH: '/usr/bin:/bin' },
      onExit: () => {
        // Somebody may kill the shell itself.
        if (this.#shell !== shell) return;
        this.#shell = undefined;
        if (this.#servers.size > 0) this.#spawn();
      },
    });
    shell.unref();
    this.#shell = shell;
    for (const server of this.#servers) this.#tell(`+ ${server}`);
  }

  #end(): void {
    const shell = this.#shell;
    this.#shell = undefined;
    void shell?.stdin.end();
  }

  #tell(line: string): void {
    const ignore = (): void => undefined;
    try {
      const stdin = this.#shell?.stdin;
      Promise.resolve(stdin?.write(`${line}\n`)).catch(ignore);
      Promise.resolve(stdin?.flush()).catch(ignore);
    } catch {
      // The next shell is told all.
    }
  }
}
