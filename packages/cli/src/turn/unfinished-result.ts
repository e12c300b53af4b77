import type { CommandResult } from '../command/command-definition.ts';
import { failureResult } from '../error/failure-result.ts';
import { exitCodes } from '../exit-code.ts';
import type { Output } from '../output/output.ts';
import { heldText, type HeldCall } from './held-call.ts';

/** What a command comes to whose turn waits for a person. */
export function heldResult({ turnId, held }: { turnId: string; held: readonly HeldCall[] }): CommandResult {
  return {
    exitCode: exitCodes.inputNeeded,
    json: { status: 'held', turnId, held },
    text: `${heldText(held)}        (exit 4: nobody to ask here)`,
  };
}

/** What a command comes to that was interrupted before its turns had ended. */
export async function interruptedResult(turnIds: readonly string[], output: Output): Promise<CommandResult> {
  const { GoondanError } = await import('@goondan/core');
  const kept = `${turnIds.length === 1 ? 'turn' : 'turns'} ${turnIds.join(', ')}`;
  const error = new GoondanError('E_RUN_INTERRUPTED', `interrupted; ${kept} kept as far as it had come`);
  return failureResult(error, output.isErrorColored);
}
