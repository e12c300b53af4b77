import type { JsonObject, JsonValue, ToolDefinition } from '@goondan/core';
import { call, type FakeCall } from './fake-model.ts';
import { textOf } from './text-of.ts';

/** Commands with `push` in them are held for a person. */
export const policy = { tools: { approvals: [{ tool: 'bash__exec', args: { command: 'push' } }] } };
/** A person's yes. */
export const approve = { decision: 'approve' };

/** A shell that only notes what it was told to do. */
export function shell(): { readonly tool: ToolDefinition; readonly ran: JsonValue[] } {
  const ran: JsonValue[] = [];
  const parameters = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
  const handler = (_context: unknown, { command }: JsonObject) => {
    ran.push(command ?? null);
    return `ran ${textOf(command)}`;
  };
  return { ran, tool: { name: 'bash__exec', parameters, handler } };
}

/** A call of the shell. */
export const push = (id: string, command = 'git push'): FakeCall => call(id, 'bash__exec', { command });
