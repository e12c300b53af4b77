import { inputEvent, runTurn, type Agent, type TurnOutcome } from '@goondan/runtime';
import { callContestant, type Contestant } from '../call/contestant.ts';
import { measure, type Samples } from '../call/measure.ts';
import { peersAreInstalled } from '../call/peers.ts';
import { difference } from '../call/report.ts';
import { benchAgent, type BenchAgentOptions } from './bench-agent.ts';
import { wentAs } from './bench-engine.ts';
import { figureOf, type Figure } from './figure.ts';
import { MemoryTurn } from './memory-turn.ts';
import { names } from './names.ts';
import { promptFor, type Script } from './scripted-model.ts';

/** Steps with a call in the longer turn; the shorter has none, and the difference is those steps alone. */
const stepsInTurn = 8;

const variants: readonly (readonly [name: string, options: BenchAgentOptions])[] = [
  [names.ourStep, {}],
  [names.ourStreamedStep, { isStreamed: true }],
  [names.ourStepOfThousand, { registered: 1000 }],
  [names.ourStepOfTenThousand, { registered: 10_000 }],
  [names.ourStepWithMiddleware, { middlewares: 3 }],
];

/** What a step costs that waits for no model and no disk, beside one step of the AI SDK with the same model and the same ten tools. */
export async function measureSteps(): Promise<readonly Figure[]> {
  const ours = variants.flatMap(([name, options]) => {
    const agent = benchAgent(options);
    return [
      turnContestant(longer(name), agent, { steps: stepsInTurn, callsPerStep: 1 }),
      turnContestant(shorter(name), agent, { steps: 0, callsPerStep: 1 }),
    ];
  });
  const contestants = [
    ...ours,
    turnContestant(names.ourTurn, benchAgent(), { steps: 1, callsPerStep: 1 }),
    ...(await peers()),
  ];
  const samples = await measure(contestants, {
    rounds: 200,
    batchNs: 2_000_000,
    warmUpNs: 300_000_000,
    warmUpCalls: 300,
  });
  const isOfTurn = ({ name }: Samples): boolean => ours.some((contestant) => contestant.name === name);
  return [
    ...variants.map(([name]) => stepFigure(name, samples)),
    ...samples.filter((each) => !isOfTurn(each)).map(({ name, nanoseconds }) => figure(name, nanoseconds, 1)),
  ];
}

function turnContestant(name: string, agent: Agent, script: Script): Contestant {
  return callContestant({
    name,
    prepare: (id) => ({
      turn: new MemoryTurn(id),
      event: inputEvent(promptFor(script), { source: 'bench' }),
    }),
    call: ({ turn, event }): Promise<TurnOutcome> =>
      runTurn(turn, agent, {
        event,
        traceId: event.traceId ?? '',
        workdir: import.meta.dir,
        isResumed: false,
      }),
    answersRight: (answer) => wentAs(answer, script),
  });
}

function stepFigure(name: string, samples: readonly Samples[]): Figure {
  const steps = difference(samples, { name, of: longer(name), minus: shorter(name) });
  return figure(name, steps?.nanoseconds ?? [], stepsInTurn);
}

function figure(name: string, nanoseconds: readonly number[], count: number): Figure {
  return figureOf(
    name,
    'µs',
    nanoseconds.map((value) => value / 1000 / count),
  );
}

function longer(name: string): string {
  return `${name}: ${stepsInTurn} steps and the answer`;
}

function shorter(name: string): string {
  return `${name}: the answer`;
}

/** Loaded only when installed: without the peers the rest is measured. */
async function peers(): Promise<readonly Contestant[]> {
  if (!peersAreInstalled()) return [];
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const { aiSdk } = await import('./ai-sdk.ts');
  return aiSdk();
}
