import type { CommandResult } from '../command/command-definition.ts';
import { failureResult } from '../error/failure-result.ts';
import { exitCodes } from '../exit-code.ts';
import type { Output } from '../output/output.ts';
import { heldText, type HeldCall } from './held-call.ts';

/** What a command comes to whose turn waits for a person. */
export function heldResult({ turnId, held }: { turnId: string; held: readonly HeldCall[] }): CommandResult {
  const isBehind = held.every((call) => call.turnId !== turnId);
  const queued = isBehind ? `\nturn ${turnId} waits for it, and goes on then` : '';
  return {
    exitCode: exitCodes.inputNeeded,
    json: { status: 'held', turnId, held },
    text: `${heldText(held)}        (exit 4: nobody to ask here)${queued}`,
  };
}

/** What a command comes to whose turn has answered, while a turn it caused waits for a person. */
export function heldBehindResult(outcome: object, held: readonly HeldCall[]): CommandResult {
  return {
    exitCode: exitCodes.inputNeeded,
    json: { ...outcome, held },
    text: `${heldText(held)}        (exit 4: nobody to ask here)`,
  };
}

/** What a command comes to that was interrupted before its turns had ended; `goOn` takes them up again. */
export async function interruptedResult(
  turnIds: readonly string[],
  goOn: string,
  output: Output,
): Promise<CommandResult> {
  const { GoondanError } = await import('@goondan/core/basics');
  const what = `${turnIds.length === 1 ? 'turn' : 'turns'} ${turnIds.join(', ')}`;
  const message = `interrupted; kept ${what} as far as it had come`;
  const error = new GoondanError('E_RUN_INTERRUPTED', message, { suggestion: `Go on: ${goOn}` });
  return failureResult(error, output.isErrorColored);
}
