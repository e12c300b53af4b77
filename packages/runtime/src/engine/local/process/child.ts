/**
 * The first module of an agent process. It listens before anything else: what arrives while its modules load must not be
 * lost. Whoever started it is gone when the channel closes, and then there is nothing left to do here.
 */
const early: unknown[] = [];
let receive = (raw: unknown): void => void early.push(raw);

process.on('message', (raw: unknown) => receive(raw));
process.on('disconnect', () => process.exit(0));

const { AgentChild } = await import('./agent-child.ts');
const { channel } = new AgentChild((envelope, written) => {
  process.send?.(envelope, undefined, undefined, written);
});
receive = (raw) => channel.receive(raw);
for (const raw of early.splice(0)) receive(raw);
channel.notice('ready', null);
