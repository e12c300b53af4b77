import {
  inputEvent,
  LocalEngine,
  runTurn,
  turnOutcomeSchema,
  workspaceLayout,
  type Agent,
  type TurnOutcome,
} from '@goondan/runtime';
import { agentName } from './bench-agent.ts';
import { lastWords, promptFor, type Script } from './scripted-model.ts';

/** An engine with one agent, on files of its own. */
export interface BenchEngine {
  /** Runs one turn to its end. */
  turn(instanceKey: string, script: Script): Promise<void>;
  /** Throws unless all turns so far went as they were told to; looked at later, so that no clock runs meanwhile. */
  prove(): void;
  /** The file of the agent's journal. */
  readonly journal: string;
  close(): Promise<void>;
}

/** Starts a LocalEngine in a folder. */
export async function openBenchEngine(folder: string, agent: Agent): Promise<BenchEngine> {
  const layout = workspaceLayout(folder);
  const engine = new LocalEngine({
    layout,
    agents: [agentName],
    runnerOf: async () => (context, input) => runTurn(context, agent, input),
    logger: console,
  });
  await engine.start();
  const outcomes: [TurnOutcome, Script][] = [];
  return {
    async turn(instanceKey, script) {
      const event = inputEvent(promptFor(script), { source: 'bench' });
      outcomes.push([await engine.request({ agent: agentName, instanceKey }, event), script]);
    },
    prove() {
      for (const [outcome, script] of outcomes.splice(0))
        if (!wentAs(outcome, script)) throw new Error(`a turn went wrong: ${Bun.inspect(outcome)}`);
    },
    journal: `${layout.agentFolder(agentName)}/journal.db`,
    close: () => engine.stop(),
  };
}

/** True for the outcome of a turn that went as it was told to. */
export function wentAs(outcome: unknown, { steps, callsPerStep }: Script): boolean {
  const { success, data } = turnOutcomeSchema.safeParse(outcome);
  return (
    success &&
    data.status === 'completed' &&
    data.output === lastWords &&
    data.steps === steps + 1 &&
    data.toolCalls.length === steps * callsPerStep &&
    data.toolCalls.every(({ result }) => result.status === 'ok')
  );
}
