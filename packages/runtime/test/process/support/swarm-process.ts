/** What tests run as a process of its own, to be killed: a swarm in processes that has been given some events. */
import { inputEvent } from '../../../src/swarm/input-event.ts';
import { addressOf, openWorld } from './process-world.ts';

const [, , root = '', ending = 'default', ...events] = process.argv;
const { engine } = await openWorld(root);
await engine.start();
engine.resume();
for (const event of events) {
  const [to = '', ...words] = event.split(' ');
  await engine.send(addressOf(to), inputEvent(words.join(' ')));
}
const end = async (): Promise<void> => {
  await engine.stop({ graceMs: 200 });
  process.exit(0);
};
if (ending === 'graceful') for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void end());
console.log('sent');
setInterval(() => {}, 1000);
