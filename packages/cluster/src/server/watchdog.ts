/**
 * Run as a process of its own, with a command after it: runs the command, and ends it as soon as our standard input does. Whoever started us holds the
 * other end: it closes even where its owner is killed. What the command has spawned ends with it.
 */
const child = Bun.spawn(process.argv.slice(2), {
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
  detached: true,
});
const killGroup = (): void => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
};
const end = async (): Promise<void> => {
  for await (const _ of Bun.stdin.stream()) continue;
  killGroup();
};
process.on('SIGTERM', killGroup);
void end();
const code = await child.exited;
killGroup();
process.exit(code);
