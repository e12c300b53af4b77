import { callContestant, type Contestant } from '../contestant.ts';
import { add, addCall, holdsSum } from '../tool.ts';

/** The handler awaited, nothing else: what no runtime can beat. */
export function bare(): Contestant {
  return callContestant({
    name: 'bare await',
    prepare: addCall,
    call: (call) => add(call.args),
    answersRight: holdsSum,
  });
}
