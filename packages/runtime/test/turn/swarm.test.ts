import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { openSwarm } from '../../src/swarm/open-swarm.ts';
import { isLocal, makeTestEngine } from '../engine-suite/test-engine.ts';
import { wireEnv, wireProviders, type WireProvider } from '../model/wire/wire-providers.ts';
import { memoryConsole } from './support/memory-console.ts';
import { writeWireBundle } from './support/wire-bundle.ts';
import { chatProblem, claudeProblem } from './support/wire-problem.ts';
import { inStateRoot } from './support/world.ts';

const providers: [string, WireProvider][] = wireProviders
  .filter(({ title }) => title === 'openai-compatible' || title === 'anthropic')
  .map((provider) => [provider.title, provider]);

describe('a bundle on a real provider path', () => {
  test.each(providers)(
    '%s: tools, a second turn and a restart, every request one it takes',
    async (title, provider) => {
      const wire = await provider.start([
        { calls: [{ id: 'c1', name: 'calc__add', args: { a: 1, b: 2 } }] },
        { text: 'three' },
        { text: 'you are welcome' },
        { text: 'still here' },
      ]);
      try {
        await inStateRoot(async (root) => {
          const bundleRoot = await writeWireBundle(root, provider.model(wire.endpoint));
          const options = {
            processes: 'none' as const,
            ...(isLocal() ? {} : { engine: makeTestEngine }),
            bundleRoot,
            stateRoot: join(root, 'state'),
            env: wireEnv,
            logger: memoryConsole().logger,
          };
          const to = { agent: 'adder', instanceKey: 'k' };
          const first = await openSwarm(options);
          await first.engine.start();
          expect(await first.engine.request(to, inputEvent('1+2?'))).toMatchObject({
            status: 'completed',
            output: 'three',
            toolCalls: [{ name: 'calc__add', result: { output: { sum: 3 } } }],
          });
          expect((await first.engine.request(to, inputEvent('thanks'))).output).toBe('you are welcome');
          await first.close();
          const second = await openSwarm(options);
          await second.engine.start();
          expect((await second.engine.request(to, inputEvent('hello?'))).output).toBe('still here');
          await second.close();
        });
        const judge = title === 'anthropic' ? claudeProblem : chatProblem;
        expect(wire.requests.map(({ body }) => judge(body))).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
        const { text = '' } = wire.requests[3] ?? {};
        for (const part of ['1+2?', 'three', 'thanks', 'you are welcome', 'hello?', 'You add.'])
          expect(text).toContain(part);
      } finally {
        await wire.close();
      }
    },
  );
});
