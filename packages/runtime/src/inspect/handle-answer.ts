import type { JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { HandleFiles } from '../engine/local/handle-files.ts';
import * as shape from '../shape/shape.ts';
import { grantFits, grantFor } from '../turn/grants.ts';
import type { Decision, HandleAnswer } from './handle-answer-schema.ts';
import { showHandle, type HandleView } from './handle-view.ts';

/** Of the call that waits, as whoever answers was shown them. */
const argumentsShape = shape.record(shape.json());

/** What is recorded for an answer. Throws `E_HANDLE_*` when the handle waits for another kind, or for nothing any more. */
export function handleOutcome(view: HandleView, answer: HandleAnswer): JsonValue {
  const { handle, status, kind } = view;
  if (status === 'completed' || status === 'delivered')
    throw new GoondanError('E_HANDLE_COMPLETED', `The handle '${handle}' has been completed before.`);
  if (status === 'expired')
    throw new GoondanError('E_HANDLE_LATE', `The turn ${view.turnId} has ended without '${handle}'.`);
  if (isApproval(view)) {
    if ('decision' in answer) return checked(view, answer);
    throw wrongKind(
      `The handle '${handle}' waits for a decision about ${view.toolName}.`,
      `gdn approve ${handle}, or gdn deny ${handle} --note "…".`,
    );
  }
  if (!('decision' in answer)) return answer.output;
  throw kind === 'held'
    ? wrongKind(
        `The handle '${handle}' waits for an answer, not for a decision.`,
        `gdn answer ${handle} "…".`,
      )
    : wrongKind(
        `The handle '${handle}' waits for the outcome of ${view.toolName}, not for a decision.`,
        `gdn handle complete ${handle} --output JSON.`,
      );
}

/** Patterns that do not even fit the call they are given with are a mistake: they would never be what the person meant. */
function checked({ handle, toolName, about }: HandleView, answer: Decision): Decision {
  if (answer.decision === 'deny' || answer.always === undefined) return answer;
  const { always, args = argumentsShape.safeParse(about.args).data ?? {} } = answer;
  if (grantFits(grantFor(toolName, args, always), args)) return answer;
  throw wrongKind(
    `The patterns do not fit the call that '${handle}' waits for: ${JSON.stringify(args)}.`,
    'Name arguments of this call, each with a regular expression for the whole of it.',
  );
}

/** Records an answer, once, with no engine: the next start of the workspace takes it up. Throws `E_HANDLE_*`. */
export async function answerHandle(
  folder: string,
  handle: string,
  answer: HandleAnswer,
): Promise<HandleView> {
  const view = await findHandle(folder, handle);
  await new HandleFiles(folder).complete(handle, handleOutcome(view, answer));
  return view;
}

/** The handle. Throws `E_HANDLE_NOT_FOUND`. */
export async function findHandle(folder: string, handle: string): Promise<HandleView> {
  const view = await showHandle(folder, handle);
  if (view !== undefined) return view;
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}'.`);
}

/** What is held by a rule wants a decision; a question wants any answer. */
function isApproval({ kind, about }: HandleView): boolean {
  return kind === 'held' && 'rule' in about;
}

function wrongKind(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_HANDLE_KIND', message, { suggestion });
}
