import { LocalEngine, runTurn, workspaceLayout, inputEvent, type Agent, type TurnOutcome } from '@goondan/runtime';
import { agentName } from './bench-agent.ts';
import { lastWords, promptFor, type Script } from './scripted-model.ts';

/** An engine with one agent, on files of its own. */
export interface BenchEngine {
  /** Runs one turn to its end. */
  turn(instanceKey: string, script: Script): Promise<void>;
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
  return {
    async turn(instanceKey, script) {
      const event = inputEvent(promptFor(script), { source: 'bench' });
      prove(await engine.request({ agent: agentName, instanceKey }, event), script);
    },
    journal: `${layout.agentFolder(agentName)}/journal.db`,
    close: () => engine.stop(),
  };
}

/** Throws unless a turn went as it was told to. */
export function prove(outcome: TurnOutcome, { steps, callsPerStep }: Script): void {
  const { status, output, toolCalls } = outcome;
  const isRight =
    status === 'completed' &&
    output === lastWords &&
    outcome.steps === steps + 1 &&
    toolCalls.length === steps * callsPerStep &&
    toolCalls.every(({ result }) => result.status === 'ok');
  if (!isRight) throw new Error(`a turn went wrong: ${Bun.inspect(outcome)}`);
}
