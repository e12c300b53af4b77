/**
 * Runs a bundle in processes. Its standard input has one line of JSON, the orders; when they are done it says, as one line of JSON, all that was
 * told and answered, and closes when its standard input ends. Usage: swarm-run.ts BUNDLE STATE_ROOT.
 */
import { createInterface } from 'node:readline';
import { parseJson } from '@goondan/core';
import { inputEvent, openSwarm, type RuntimeEvent, type TurnDelta, type TurnOutcome } from '@goondan/runtime';
import { z } from 'zod';

const ordersSchema = z.object({
  inputs: z.array(z.object({ agent: z.string(), input: z.string() })),
  /** What whoever answers, completes and cancels writes. */
  typed: z.string(),
});

const [bundleRoot = '', stateRoot = ''] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { value: line } = await lines.next();
const { inputs, typed } = ordersSchema.parse(parseJson(String(line)));

const swarm = await openSwarm({ bundleRoot, stateRoot, processes: 'kept', logs: 'files' });
const { engine } = swarm;
const told: (RuntimeEvent | TurnDelta)[] = [];
const spoken: Record<string, string> = {};
engine.observe((event) => {
  told.push(event);
  if (event.type !== 'delta') return;
  const place = `${event.turnId} ${event.stepIndex} ${event.kind}`;
  spoken[place] = (spoken[place] ?? '') + event.text;
});
await engine.start();

const to = (agent: string, instanceKey = 'default') => ({ agent, instanceKey });
const next = (type: string): Promise<RuntimeEvent> =>
  new Promise((resolve) => {
    const stop = engine.observe((event) => {
      if (event.type === 'delta' || event.type !== type) return;
      stop();
      resolve(event);
    });
  });

const outcomes: TurnOutcome[] = [];
for (const { agent, input } of inputs) outcomes.push(await engine.request(to(agent), inputEvent(input)));

const held = next('tool.held');
const { turnId } = await engine.send(to('worker', 'held'), inputEvent('danger'));
const handle = z.string().parse((await held).attributes?.['handle']);
await engine.complete(handle, { decision: 'deny', note: typed });
outcomes.push(await engine.attach(turnId));

const delivered = next('turn.completed');
await engine.complete('job-1', { typed });
await delivered;

const waiting = next('tool.held');
const cancelled = await engine.send(to('worker', 'cancelled'), inputEvent('danger'));
await waiting;
await engine.cancel(cancelled.turnId, `because of ${typed}`);
outcomes.push(await engine.attach(cancelled.turnId));

const failed = await engine
  .request(to('nobody'), inputEvent(typed))
  .catch((thrown: unknown) => String(thrown));
process.stdout.write(`${JSON.stringify({ outcomes, told, spoken, failed, status: engine.status() })}\n`);
await lines.next();
await swarm.close();
process.exit(0);
