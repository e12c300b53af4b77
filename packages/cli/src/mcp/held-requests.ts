import type { JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import type { McpInputRequests } from '@goondan/mcp';
import type { HeldCallView } from '@goondan/runtime';
import { questionForm, type Form } from './question-form.ts';

const decisionForm: Form = {
  type: 'object',
  properties: {
    decision: { type: 'string', title: 'Decision', enum: ['approve', 'deny'] },
    note: { type: 'string', title: 'Note', description: 'Told to the agent when you deny it.' },
  },
  required: ['decision'],
};

/** Held calls as what a client's person is asked, by their handles. */
export function heldRequests(calls: readonly HeldCallView[]): McpInputRequests {
  return Object.fromEntries(
    calls.flatMap((call) => (typeof call.handle === 'string' ? [[call.handle, requestOf(call)]] : [])),
  );
}

/** What is recorded for a person's answer; undefined where it is none. Whoever turns the question away has not allowed it. */
export function heldOutcome(call: HeldCallView, answer: unknown): JsonValue | undefined {
  if (!isAnswer(answer)) return undefined;
  const { action, content } = answer;
  if ('question' in call) return action === 'accept' ? answerOf(content) : null;
  if (action !== 'accept') {
    const note = action === 'decline' ? 'declined in the MCP client' : 'dismissed in the MCP client';
    return { decision: 'deny', note };
  }
  const { decision, note } = content ?? {};
  if (decision !== 'approve' && decision !== 'deny') return undefined;
  return { decision, ...(typeof note === 'string' && note !== '' ? { note } : {}) };
}

function requestOf(call: HeldCallView): McpInputRequests[string] {
  const { agentName, toolName, args, rule, question } = call;
  if (question !== undefined) {
    const { message, schema } = questionForm(question);
    return form(`${agentName}, ${toolName}: ${message}`, schema);
  }
  const reason = typeof rule === 'string' ? rule : JSON.stringify(rule);
  return form(`${agentName} wants ${toolName} ${JSON.stringify(args)}\nrule: ${reason}`, decisionForm);
}

function form(message: string, requestedSchema: Form): McpInputRequests[string] {
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

/** One text is given as it is: that is the form of a question that has none of its own. */
function answerOf(content: Readonly<Record<string, JsonValue>> | undefined): JsonValue | undefined {
  if (content === undefined) return undefined;
  const { answer, ...others } = content;
  return typeof answer === 'string' && Object.keys(others).length === 0 ? answer : content;
}

interface Answer {
  readonly action: string;
  readonly content?: Readonly<Record<string, JsonValue>>;
}

/** It came over the wire, and is JSON. */
function isAnswer(value: unknown): value is Answer {
  if (!isRecord(value) || typeof value['action'] !== 'string') return false;
  return value['content'] === undefined || isRecord(value['content']);
}
