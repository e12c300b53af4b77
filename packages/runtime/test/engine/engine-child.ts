/** What tests run as a process of its own, to be killed: an engine that holds its state, or that is in the middle of a call. */
import { asks, call, fakeModel } from '../turn/support/fake-model.ts';
import { engineWith, eventNamed, helper } from './open-engine.ts';

const [, , mode = 'hold', stateRoot = ''] = process.argv;
const engine = engineWith({
  stateRoot,
  agents: [
    {
      model: fakeModel(asks(call('c1', 'one__do'))),
      tools: [
        {
          name: 'one__do',
          handler: ({ turnId }) => {
            console.log(`calling ${turnId}`);
            return new Promise<string>(() => {});
          },
        },
      ],
    },
  ],
});
await engine.start();
if (mode === 'call') await engine.send(helper, eventNamed('e1'));
else console.log('started');
setInterval(() => {}, 1000);
