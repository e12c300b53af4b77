import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core';
import { inputEvent } from '../../../src/swarm/input-event.ts';
import type { ProcessBundle } from './process-bundle.ts';
import { addressOf, until, withProcesses } from './process-world.ts';

/** Notes each input in a file of its instance; `block` and `wait` do not end before the file `go` is there. */
export function floodBundle(root: string): ProcessBundle {
  return {
    agents: [{ name: 'worker', extensions: ['note'] }, { name: 'other' }],
    timeoutMs: 600_000,
    exports: [{ name: 'block' }, { name: 'wait' }],
    handlers: `
      import { existsSync } from 'node:fs';
      const isFree = () => existsSync(${JSON.stringify(join(root, 'go'))});
      export const handlers = {
        block: () => { while (!isFree()) {} },
        wait: async () => { while (!isFree()) await new Promise((done) => setTimeout(done, 20)); },
      };`,
    extensions: {
      note: `
        import { appendFileSync } from 'node:fs';
        import { join } from 'node:path';
        export const register = (api) => api.pipeline.register('turn', (context) => {
          const { input, instanceKey } = context.inputEvent;
          appendFileSync(join(${JSON.stringify(join(root, 'seen'))}, instanceKey), String(input).slice(0, 12).trim() + '\\n');
          return context.next();
        });`,
    },
  };
}

/** What each instance has seen, in order. */
export function seenIn(root: string): Map<string, string[]> {
  const folder = join(root, 'seen');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(files.map((key) => [key, readFileSync(join(folder, key), 'utf8').trim().split('\n')]));
}

/** What became of a flood. */
interface FloodReport {
  readonly accepted: number;
  readonly refused: number;
  /** Of those accepted, how many were handled, each once, when the agent had recovered. */
  readonly handled: number;
  readonly isOnce: boolean;
  /** Answers of another agent meanwhile. */
  readonly answers: number;
  /** Bytes by which this process was larger at its largest. */
  readonly growth: number;
}

/** Floods an agent that is stuck with events of 64 KB, and lets it recover. */
export async function flood(root: string, stuck: 'block' | 'wait', count: number): Promise<FloodReport> {
  mkdirSync(join(root, 'seen'));
  const report = { accepted: 0, refused: 0, answers: 0, growth: 0 };
  await withProcesses(
    floodBundle(root),
    async ({ engine, ask }) => {
      await ask('worker/0', 'hello');
      await ask('other', 'hello');
      await engine.send(addressOf('worker/stuck'), inputEvent(stuck));
      await until(() => seenIn(root).has('stuck'));
      Bun.gc(true);
      const before = process.memoryUsage().rss;
      const padding = 'x'.repeat(64 * 1024);
      const sent = new Set<Promise<void>>();
      for (let index = 0; index < count; index += 1) {
        const event = inputEvent(`${String(index).padEnd(12)}${padding}`);
        const one = engine.send(addressOf(`worker/${stuck === 'wait' ? 'stuck' : index % 50}`), event).then(
          () => void (report.accepted += 1),
          (thrown: unknown) => {
            if (!(thrown instanceof GoondanError) || thrown.code !== 'E_BACKPRESSURE') throw thrown;
            report.refused += 1;
          },
        );
        sent.add(one);
        void one.finally(() => sent.delete(one));
        if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
        if (index % 1000 === 0) {
          if ((await ask('other', 'hello')).status === 'completed') report.answers += 1;
          report.growth = Math.max(report.growth, process.memoryUsage().rss - before);
        }
      }
      writeFileSync(join(root, 'go'), '');
      await Promise.all(sent);
      await until(() => engine.openTurns().length === 0);
    },
    {},
  );
  const seen = [...seenIn(root).values()].flat().filter((text) => /^\d+$/.test(text));
  return { ...report, handled: seen.length, isOnce: new Set(seen).size === seen.length };
}
