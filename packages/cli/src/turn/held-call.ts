import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';
import { terminalText } from '../output/terminal-text.ts';

/** A call that waits for a person. */
export interface HeldCall {
  readonly handle: string;
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonValue;
  /** The rule that asks for it. */
  readonly rule?: string;
  /** Why what a person wrote instead of its arguments could not be run. */
  readonly problem?: string;
  /** What its handler wants to know: then there is nothing to approve. */
  readonly question?: JsonValue;
}

/** The call a `tool.held` event tells of. */
export function heldCallOf(event: RuntimeEvent): HeldCall {
  const { agentName, instanceKey, turnId, toolCallId = '', toolName = '', attributes = {} } = event;
  const { handle, args = null, rule, problem, question } = attributes;
  return {
    handle: typeof handle === 'string' ? handle : '',
    agentName,
    instanceKey,
    turnId,
    toolCallId,
    toolName,
    args,
    ...(rule === undefined ? {} : { rule: typeof rule === 'string' ? rule : JSON.stringify(rule) }),
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(question === undefined ? {} : { question }),
  };
}

/** What a call waits for, as a person reads it: the call with its rule, or the question of its handler. */
export function wantedLines({ agentName, toolName, args, rule, problem, question }: HeldCall): string[] {
  if (question !== undefined)
    return [`${agentName}, ${toolName} asks: ${questionText(question)}`].map(terminalText);
  const call = `${agentName} wants ${toolName} ${JSON.stringify(args)}`;
  return [
    rule === undefined ? call : `${call}     rule: ${rule}`,
    ...(problem === undefined ? [] : [`not run with the arguments that were written: ${problem}`]),
  ].map(terminalText);
}

/** Held calls as a person reads them: what is wanted, why it waits, and how to answer. */
export function heldText(calls: readonly HeldCall[]): string {
  return calls
    .flatMap((call) => [...wantedLines(call), `waiting.  ${waysToAnswer(call).join('   ')}`])
    .join('\n');
}

function waysToAnswer({ handle, question }: HeldCall): string[] {
  if (question !== undefined) return [`gdn answer ${handle} "…"`];
  return [`gdn approve ${handle}`, `gdn approve ${handle} --edit '{…}'`, `gdn deny ${handle} --note "…"`];
}

function questionText(question: JsonValue): string {
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    return JSON.stringify(question);
  const { message, ...more } = question;
  if (typeof message !== 'string') return JSON.stringify(question);
  return Object.keys(more).length === 0 ? message : `${message}  ${JSON.stringify(more)}`;
}
