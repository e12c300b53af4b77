import { inputEvent, openSwarm, type OpenSwarmOptions, type Swarm } from '@goondan/runtime';
import { Orchestrator } from '../../packages/runtime/src/engine/local/process/orchestrator.ts';

/** A swarm that is started, and how to ask it. */
export interface BenchSwarm {
  readonly swarm: Swarm;
  ask(agent: string, instanceKey: string, text: string): Promise<void>;
  /** The process of an agent, by its id. */
  pidOf(agent: string): number;
}

/** Opens and starts a swarm. */
export async function openBenchSwarm(
  bundleRoot: string,
  stateRoot: string,
  processes: NonNullable<OpenSwarmOptions['processes']>,
): Promise<BenchSwarm> {
  const swarm = await openSwarm({ bundleRoot, stateRoot, processes });
  await swarm.engine.start();
  return {
    swarm,
    async ask(agent, instanceKey, text) {
      const { status, error } = await swarm.engine.request({ agent, instanceKey }, inputEvent(text));
      if (status !== 'completed') throw new Error(`the turn ${status}: ${error?.message}`);
    },
    pidOf(agent) {
      const { engine } = swarm;
      const units = engine instanceof Orchestrator ? engine.status() : [];
      const pid = units.find((unit) => unit.agent === agent)?.pid;
      if (typeof pid !== 'number') throw new Error(`${agent} has no process`);
      return pid;
    },
  };
}
