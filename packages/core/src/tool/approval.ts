import { isRecord, type JsonObject } from '../json/json-value.ts';
import type { ApprovalDecision, LabelledApproval } from '../policy/approval.ts';
import { checkArguments, type CheckedArguments } from './arguments.ts';
import type { ToolCallScope } from './context.ts';
import type { Execution } from './execution.ts';
import { textOf } from './failure.ts';
import { codedError } from './result.ts';

/** A call that a person must decide on before it runs. */
export interface ApprovalRequest {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: JsonObject;
  /** The rule that held it, such as `swarm approvals[0]`. */
  readonly rule: string;
  readonly scope: ToolCallScope;
}

/** Asks a person; the call waits, without a limit of its own, until the answer. */
export type Approver = (request: ApprovalRequest) => Promise<ApprovalDecision>;

/** What the approval of one call depends on. */
export interface ApprovalOptions {
  readonly execution: Execution;
  readonly args: JsonObject;
  readonly rules: readonly LabelledApproval[];
  readonly approve: Approver | undefined;
}

/** The arguments the handler may run with: as they were, as a person edited them (checked again), or none at all (POL-4). */
export async function requestApproval(options: ApprovalOptions): Promise<CheckedArguments> {
  const { execution, args, rules, approve } = options;
  const { call, scope, registration } = execution;
  const { redact } = execution.services;
  const rule = rules.find((candidate) => candidate.matches(call.name, args));
  if (rule === undefined) return { args };
  if (approve === undefined)
    return denied(`${call.name} needs approval by ${rule.label}, and there is nobody to ask.`);
  const answer = await ask(approve, {
    toolName: call.name,
    toolCallId: call.id,
    args,
    rule: rule.label,
    scope,
  });
  if (answer.decision !== 'approve')
    return denied(redact(`${call.name} was denied${answer.note === undefined ? '.' : `: ${answer.note}`}`));
  // Also without an edit: whoever was asked has had the arguments in hand.
  return checkArguments(registration, answer.args ?? args, redact);
}

/** Nobody's answer is no permission. */
async function ask(approve: Approver, request: ApprovalRequest): Promise<ApprovalDecision> {
  try {
    const answer: unknown = await approve(request);
    if (isDecision(answer)) return answer;
    return { decision: 'deny', note: 'the answer was neither approve nor deny' };
  } catch (thrown) {
    return { decision: 'deny', note: `the approval could not be asked for: ${textOf(thrown)}` };
  }
}

function isDecision(answer: unknown): answer is ApprovalDecision {
  if (!isRecord(answer)) return false;
  const { decision, note } = answer;
  return decision === 'approve' || (decision === 'deny' && (note === undefined || typeof note === 'string'));
}

function denied(message: string): CheckedArguments {
  return { error: codedError('E_TOOL_DENIED', message) };
}
