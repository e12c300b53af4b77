import { GoondanError, isErrorCode } from '@goondan/core/basics';
import type { TurnOutcome } from '@goondan/runtime';

/** Why a turn has no answer, as an error of ours. */
export function outcomeError({ status, error, turnId }: TurnOutcome): GoondanError {
  const { code, message = `turn ${turnId} was ${status}`, suggestion } = error ?? {};
  return new GoondanError(
    isErrorCode(code) ? code : 'E_INTERNAL',
    message,
    suggestion === undefined ? {} : { suggestion },
  );
}
