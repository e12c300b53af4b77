import { tmpdir } from 'node:os';
import { inputEvent, runTurn, type Agent, type TurnOutcome } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { callIds, Ledger, scenarioAgent } from '../../../runtime/test/engine/replay-scenario.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serveAgents, type AgentsWorker } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';
import { CuttingProxy, type ProxyCut } from './cutting-proxy.ts';

/** A worker behind a proxy, with an agent of its own for each instance. */
class World {
  readonly proxy = new CuttingProxy(() => this.#port);
  readonly #agents = new Map<string, Agent>();
  #engine: RestateEngine | undefined;
  #worker: AgentsWorker | undefined;
  #port = 0;

  async open(): Promise<void> {
    const swarm = {
      cluster: await sharedServer(),
      namespace: 'replay',
      agents: ['worker'],
      logger: memoryConsole().logger,
    };
    const engine = new RestateEngine(swarm);
    this.#engine = engine;
    const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    this.#port = taken.port;
    taken.stop(true);
    this.#worker = await serveAgents({
      ...swarm,
      port: this.#port,
      url: this.proxy.url,
      workdirOf: () => tmpdir(),
      runnerOf: async () => (context, input) => {
        const agent = this.#agents.get(context.self.instanceKey);
        if (agent === undefined) throw new Error(`Nobody knows ${context.self.instanceKey}.`);
        return runTurn(context, agent, input);
      },
      observe: (event) => {
        const handle = event.type === 'tool.held' ? event.attributes?.['handle'] : undefined;
        // Answered by somebody outside; in a later attempt the answer is there already.
        if (typeof handle === 'string')
          engine.complete(handle, { decision: 'approve' }).catch(() => undefined);
      },
    });
  }

  async live(instanceKey: string, ledger: Ledger, cut?: ProxyCut): Promise<TurnOutcome> {
    if (this.#engine === undefined) throw new Error('The world is not open.');
    this.#agents.set(instanceKey, await scenarioAgent(ledger));
    this.proxy.begin(cut);
    return this.#engine.request({ agent: 'worker', instanceKey }, inputEvent('go'));
  }

  async close(): Promise<void> {
    await this.#engine?.stop();
    this.proxy.stop();
    await this.#worker?.stop({ graceMs: 0 });
  }
}

test('SPEC §12: a turn whose worker is cut off at every single thing it says, lost or heard, goes on to the same end; no unannotated handler starts twice', async () => {
  const world = new World();
  try {
    await world.open();
    const whole = new Ledger();
    expectWhole(await world.live('uncut', whole), whole, 'uncut');
    for (const id of callIds.filter((name) => name !== 'c2')) expect(whole.count(`start ${id}`)).toBe(1);
    const { sent } = world.proxy;
    expect(sent).toBeGreaterThan(20);
    for (let at = 0; at < sent; at += 1)
      for (const kind of ['lost', 'last'] as const) {
        const ledger = new Ledger();
        const where = `cut at ${at}, ${kind}`;
        expectWhole(await world.live(where, ledger, { at, kind }), ledger, where);
      }
  } finally {
    await world.close();
  }
}, 240_000);

function expectWhole(outcome: TurnOutcome, ledger: Ledger, where: string): void {
  expect(outcome, where).toMatchObject({ status: 'completed', output: 'all done', steps: 4 });
  expect(
    outcome.toolCalls.map(({ id }) => id),
    where,
  ).toEqual([...callIds]);
  for (const { id, result } of outcome.toolCalls) {
    const isAnnotated = id === 'a3' || id === 'a4';
    if (id === 'c2') expect(result.error?.code, where).toBe('E_TOOL_NOT_IN_CATALOG');
    else if (isAnnotated) expect(result.status, `${where}: ${id}`).toBe('ok');
    else if (result.status === 'ok') expect(ledger.count(`start ${id}`), `${where}: ${id}`).toBe(1);
    else expect(result.error?.code, `${where}: ${id}`).toBe('E_TOOL_OUTCOME_UNKNOWN');
    if (!isAnnotated) expect(ledger.count(`start ${id}`), `${where}: ${id}`).toBeLessThanOrEqual(1);
    expect(ledger.names(`key ${id} `).length, `${where}: ${id}`).toBeLessThanOrEqual(1);
  }
}
