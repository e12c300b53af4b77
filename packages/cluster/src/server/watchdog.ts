/**
 * Run as a process of its own, with a command after it: runs the command, and ends it as soon as our standard input does. Whoever started us holds the
 * other end: it closes even where its owner is killed.
 */
const child = Bun.spawn(process.argv.slice(2), { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
const end = async (): Promise<void> => {
  for await (const _ of Bun.stdin.stream()) continue;
  child.kill('SIGKILL');
};
process.on('SIGTERM', () => child.kill('SIGKILL'));
void end();
process.exit(await child.exited);
