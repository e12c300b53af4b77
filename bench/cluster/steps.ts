import { tmpdir } from 'node:os';
import { RestateEngine, serveAgents, type RestateServer } from '@goondan/cluster';
import { inputEvent } from '@goondan/runtime';
import { failedOutcome, shape } from '@goondan/runtime/engine';
import { createEndpointHandler, object, type ObjectContext } from '@restatedev/restate-sdk/fetch';
import { median, quantile } from '../call/statistics.ts';

/** Few at a time, in turn: noise of the machine hits both alike. */
const steps = 10;
const warmUp = 10;

/** What a step costs, in milliseconds. */
export interface StepFigure {
  readonly name: string;
  readonly medianMs: number;
  readonly p10: number;
  readonly p90: number;
}

/** A step of ours beside one of the bare SDK: the same server, endpoints of the same kind in this process, in turn. */
export async function measureSteps(server: RestateServer, rounds: number): Promise<StepFigure[]> {
  const bare = await bareSteps(server);
  const ours = await ourSteps(server);
  const contestants = [
    { name: 'a step of the bare SDK', run: () => bare.run(), samples: new Array<number>() },
    { name: 'a step of ours', run: () => ours.run(), samples: new Array<number>() },
  ];
  for (let round = -warmUp; round < rounds; round += 1)
    // Who goes first changes, so that neither always finds the machine warm.
    for (const { run, samples } of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const took = await run();
      if (round >= 0) samples.push(took / steps);
    }
  await ours.stop();
  await bare.stop();
  return contestants.map(({ name, samples }) => ({
    name,
    medianMs: median(samples),
    p10: quantile(samples, 0.1),
    p90: quantile(samples, 0.9),
  }));
}

interface Contestant {
  run(): Promise<number>;
  stop(): Promise<void>;
}

async function bareSteps(server: RestateServer): Promise<Contestant> {
  let took = 0;
  const service = object({
    name: 'bare',
    handlers: {
      go: async (context: ObjectContext) => {
        const started = performance.now();
        for (let index = 0; index < steps; index += 1)
          await context.run(`s${index}`, async () => ({ value: index }));
        took = performance.now() - started;
      },
    },
  });
  const handle = createEndpointHandler({ services: [service], bidirectional: true, logger: () => undefined });
  const http = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: (request) => handle(request),
  });
  await post(`${server.adminUrl}/deployments`, { uri: `http://127.0.0.1:${http.port}`, use_http_11: true });
  return {
    async run() {
      await post(`${server.ingressUrl}/bare/one/go`);
      return took;
    },
    stop: () => http.stop(true),
  };
}

async function ourSteps(server: RestateServer): Promise<Contestant> {
  let took = 0;
  const swarm = { cluster: server, namespace: 'steps', agents: ['stepper'], logger: console };
  const worker = await serveAgents({
    ...swarm,
    workdirOf: () => tmpdir(),
    runnerOf:
      async () =>
      async (context, { traceId }) => {
        const started = performance.now();
        for (let index = 0; index < steps; index += 1)
          await context.step(`s${index}`, shape.json(), async () => ({ value: index }));
        took = performance.now() - started;
        return failedOutcome({ turnId: context.turnId, traceId }, new Error('It has no model.'));
      },
  });
  const engine = new RestateEngine(swarm);
  await engine.start();
  return {
    async run() {
      await engine.request({ agent: 'stepper', instanceKey: 'one' }, inputEvent('go'));
      return took;
    },
    async stop() {
      await engine.stop();
      await worker.stop();
    },
  };
}

async function post(url: string, body?: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`);
}
