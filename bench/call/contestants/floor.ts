import { Ajv } from 'ajv';
import { callContestant, type Contestant } from '../contestant.ts';
import { names } from '../names.ts';
import {
  add,
  type AddInput,
  type AddOutput,
  addCall,
  addName,
  addParameters,
  holdsSum,
  invalidArguments,
} from '../tool.ts';

const timeoutMs = 30_000;

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

interface Result {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly status: 'ok' | 'error';
  readonly output?: AddOutput;
  readonly error?: { readonly message: string };
}

/** What one writes by hand for one tool: Ajv, a timer, an AbortController and a result object. */
export function floor(): Contestant {
  const validate = new Ajv().compile<AddInput>(addParameters());
  const handler = (args: AddInput, _signal: AbortSignal) => add(args);

  const execute = async (call: Call): Promise<Result> => {
    const { id: toolCallId, name: toolName, args } = call;
    if (!validate(args))
      return { toolCallId, toolName, status: 'error', error: { message: 'invalid arguments' } };
    const controller = new AbortController();
    let timer: Timer | undefined;
    try {
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          controller.abort();
          reject(new Error('timed out'));
        }, timeoutMs);
      });
      const output = await Promise.race([handler(args, controller.signal), timeout]);
      return { toolCallId, toolName, status: 'ok', output };
    } catch (error) {
      return { toolCallId, toolName, status: 'error', error: { message: String(error) } };
    } finally {
      clearTimeout(timer);
    }
  };

  return callContestant({
    name: names.floor,
    prepare: addCall,
    call: execute,
    answersRight: (answer) => isOkResult(answer),
    refusesWrong: async () =>
      (await execute({ id: 'wrong', name: addName, args: invalidArguments() })).status === 'error',
  });
}

function isOkResult(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'output' in answer && holdsSum(answer.output);
}
