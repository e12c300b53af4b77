import { Ajv } from 'ajv';
import { callContestant, type Contestant } from '../contestant.ts';
import {
  add,
  type AddInput,
  type AddOutput,
  addCall,
  addParameters,
  holdsSum,
  invalidArguments,
} from '../tool.ts';

/** The handler awaited behind a compiled Ajv validator. */
export function ajv(): Contestant {
  const validate = new Ajv().compile<AddInput>(addParameters());
  const execute = async (args: unknown): Promise<AddOutput> => {
    if (!validate(args)) throw new Error('invalid arguments');
    return await add(args);
  };
  return callContestant({
    name: 'Ajv + await',
    prepare: addCall,
    call: (call) => execute(call.args),
    answersRight: holdsSum,
    refusesWrong: () =>
      execute(invalidArguments()).then(
        () => false,
        () => true,
      ),
  });
}
