import type { AgentEvent } from '@goondan/core';
import { LocalEngine } from '../../src/engine/local/local-engine.ts';
import type { TurnOutcome } from '../../src/engine/turn-outcome.ts';
import { RecordLog, type StreamChange } from '../../src/storage/record-log.ts';
import type { Agent } from '../../src/turn/agent.ts';
import { runTurn } from '../../src/turn/run-turn.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';

/** Where a life ends: at its n-th write, which is lost, or is written and never acknowledged. */
export interface Cut {
  readonly write: number;
  readonly kind: 'lost' | 'unacknowledged';
}

/** One life of the process, as far as the journal can tell. */
export interface Life {
  /** None when it was cut off. */
  readonly outcome: TurnOutcome | undefined;
  readonly writes: number;
}

export const address = { agent: 'worker', instanceKey: 'default' } as const;

const event: AgentEvent = {
  id: 'e1',
  type: 'user.input',
  createdAt: '2026-01-01T00:00:00.000Z',
  input: 'go',
  source: { kind: 'connector', name: 'test' },
  traceId: '0af7651916cd43dd8448eb211c80319c',
};

/**
 * Runs the turn, taking up what is open, until it ends or the cut. From the cut on nothing is written or acknowledged any more: what
 * the code still does in memory nobody will ever know of.
 */
export async function live(agent: Agent, stateRoot: string, cut?: Cut): Promise<Life> {
  const engine = new LocalEngine({
    layout: workspaceLayout(stateRoot),
    agents: [agent.name],
    runnerOf: async () => (context, input) => runTurn(context, agent, input),
    logger: console,
  });
  const death = Promise.withResolvers<undefined>();
  const counter = watchWrites(cut, () => death.resolve(undefined));
  try {
    await engine.start();
    engine.observe((told) => {
      const handle = told.type === 'tool.held' ? told.attributes?.handle : undefined;
      // Answered by somebody outside; in a later life the answer is there already.
      if (typeof handle === 'string')
        void engine.complete(handle, { decision: 'approve' }).catch(() => undefined);
    });
    const outcome = await Promise.race([engine.request(address, event), death.promise]);
    await engine.stop({ graceMs: 0 });
    return { outcome, writes: counter.writes };
  } finally {
    counter.restore();
  }
}

function watchWrites(cut: Cut | undefined, die: () => void): { writes: number; restore: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the log it belongs to
  const original = RecordLog.prototype.write;
  const counter = {
    writes: 0,
    restore: (): void => {
      RecordLog.prototype.write = original;
    },
  };
  RecordLog.prototype.write = async function write(changes: readonly StreamChange[]): Promise<void> {
    const index = counter.writes;
    counter.writes += 1;
    if (cut === undefined || index < cut.write) return original.call(this, changes);
    if (index === cut.write && cut.kind === 'unacknowledged') await original.call(this, changes);
    die();
    return new Promise(() => {});
  };
  return counter;
}
