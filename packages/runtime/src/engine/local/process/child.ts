/**
 * The first module of an agent process. It listens before anything else: what arrives while its modules load must not be
 * lost. Whoever started it is gone when the channel closes, and then there is nothing left to do here.
 */
const early: unknown[] = [];
let receive = (raw: unknown): void => void early.push(raw);

process.on('message', (raw: unknown) => receive(raw));
process.on('disconnect', () => process.exit(0));
// Said before the modules load, and without a module: whatever is sent from now on is not lost.
process.send?.('listening');

/** One that has not been told by then what it is to be is a spare, and has time. */
const spareAfterMs = 100;

const { AgentChild } = await import('./agent-child.ts');
// A promise or a timer of a tool that failed with nobody looking is no reason to take the others down.
process.on('unhandledRejection', (reason) =>
  console.error('A promise was rejected and nobody looked:', reason),
);
process.on('uncaughtException', (thrown) => console.error('Nobody caught:', thrown));
const { channel } = new AgentChild((envelope, written) => {
  process.send?.(envelope, undefined, undefined, written);
});
const rehearsal = setTimeout(() => void playAgent(), spareAfterMs);
receive = (raw) => {
  clearTimeout(rehearsal);
  channel.receive(raw);
};
for (const raw of early.splice(0)) receive(raw);
channel.notice('ready', null);

async function playAgent(): Promise<void> {
  const { rehearse } = await import('./rehearsal.ts');
  await rehearse(`${process.env['GOONDAN_SPILL']}/rehearsal`);
}
