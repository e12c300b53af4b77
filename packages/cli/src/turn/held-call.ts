import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';

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
}

/** The call a `tool.held` event tells of. */
export function heldCallOf(event: RuntimeEvent): HeldCall {
  const { agentName, instanceKey, turnId, toolCallId = '', toolName = '', attributes = {} } = event;
  const { handle, args = null, rule } = attributes;
  return {
    handle: typeof handle === 'string' ? handle : '',
    agentName,
    instanceKey,
    turnId,
    toolCallId,
    toolName,
    args,
    ...(rule === undefined ? {} : { rule: typeof rule === 'string' ? rule : JSON.stringify(rule) }),
  };
}

/** Held calls as a person reads them: what is wanted, why it waits, and how to answer. */
export function heldText(calls: readonly HeldCall[]): string {
  return calls
    .map(({ agentName, toolName, args, rule, handle }) => {
      const call = `${agentName} wants ${toolName} ${JSON.stringify(args)}`;
      return [
        rule === undefined ? call : `${call}     rule: ${rule}`,
        `waiting.  gdn approve ${handle}   gdn approve ${handle} --edit '{…}'   gdn deny ${handle} --note "…"`,
      ].join('\n');
    })
    .join('\n');
}
