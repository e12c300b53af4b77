import { buildContestant, callContestant, type Contestant } from '../contestant.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../goondan.ts';
import { names } from '../names.ts';
import { add, addCall, type AddInput, addName, type AddOutput, holdsSum, invalidArguments } from '../tool.ts';

const plain: WorkbenchOptions = {
  registered: 10,
  middlewares: 0,
  handler: (_context, input: AddInput) => add(input),
};

/** Our executor with catalog, validation, timeout, signal and result, in its variants. */
export function ours(): readonly Contestant[] {
  const bench = openWorkbench(plain);
  return [
    calling(names.ours, bench),
    calling(names.oursWithMiddleware, openWorkbench({ ...plain, middlewares: 3 })),
    callingWithSignal('ours, caller signal', bench),
    calling(
      'ours, handler reads signal',
      openWorkbench({
        ...plain,
        handler: (context, input: AddInput) => addUnlessAborted(context.signal, input),
      }),
    ),
    calling(names.oursManyRegistered, openWorkbench({ ...plain, registered: 10_000 })),
  ];
}

/** Building the catalog of one step from registries of different sizes. */
export function oursCatalog(): readonly Contestant[] {
  return [
    building(names.catalogFromFew, 10),
    building('catalog of 10 from 10,000', 10_000),
    building(names.catalogFromMost, 100_000),
  ];
}

function calling(name: string, bench: Workbench): Contestant {
  return callContestant({
    name,
    prepare: addCall,
    call: bench.execute,
    answersRight: isOkResult,
    refusesWrong: () => refusesWrong(bench),
  });
}

function callingWithSignal(name: string, bench: Workbench): Contestant {
  // One signal for all calls, as a turn has one.
  const { signal } = new AbortController();
  return callContestant({
    name,
    prepare: addCall,
    call: (call) => bench.executeWithSignal(call, signal),
    answersRight: isOkResult,
    refusesWrong: () => refusesWrong(bench),
  });
}

function building(name: string, registered: number): Contestant {
  const bench = openWorkbench({ ...plain, registered });
  return buildContestant({
    name,
    build: bench.buildCatalog,
    answersRight: () => bench.buildCatalog().has(addName),
  });
}

/** Touches the signal, which an executor may make only when asked for. */
function addUnlessAborted(signal: AbortSignal, input: AddInput): Promise<AddOutput> {
  signal.throwIfAborted();
  return add(input);
}

async function refusesWrong(bench: Workbench): Promise<boolean> {
  const result = await bench.execute({ id: 'wrong', name: addName, args: invalidArguments() });
  return result.error?.code === 'E_TOOL_INVALID_ARGS';
}

function isOkResult(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'output' in answer && holdsSum(answer.output);
}
