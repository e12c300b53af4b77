import { callContestant, type Contestant } from '../contestant.ts';
import { openWorkbench } from '../goondan.ts';
import { addCall } from '../tool.ts';

/** What our check of the output costs on 10 kB of JSON, beside the copy through text that one would write by hand. */
export function oursOutput(): readonly Contestant[] {
  const output = tenKilobytes();
  const bench = openWorkbench({ registered: 10, middlewares: 0, handler: async () => output });
  return [
    callContestant({
      name: 'ours, 10 kB output',
      prepare: addCall,
      call: bench.execute,
      answersRight: (answer) => hasSizeOf(output, answer, 'output'),
    }),
    callContestant({
      name: 'JSON text and back, 10 kB',
      prepare: () => ({ output }),
      call: async (value): Promise<unknown> => JSON.parse(JSON.stringify(value)),
      answersRight: (answer) => hasSizeOf(output, answer, 'output'),
    }),
  ];
}

/** A table of results as tools give it: objects of texts, numbers and flags in an array. */
function tenKilobytes() {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    id: index,
    title: `Result number ${index} of the search`.padEnd(40, '.'),
    score: index / 7,
    fresh: index % 2 === 0,
  }));
  return { rows };
}

function hasSizeOf(expected: unknown, answer: unknown, key: string): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  const found: unknown = Reflect.get(answer, key);
  return JSON.stringify(found)?.length === JSON.stringify(expected).length;
}
