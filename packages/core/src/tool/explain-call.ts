import type { JsonObject } from '../json/json-value.ts';
import { matchesTool, type LabelledApproval } from '../policy/approval.ts';
import type { CallExplanation, LayerVerdict, PolicyDecision } from '../policy/decision.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { blockingWhitelist, type Whitelist } from '../policy/whitelist.ts';
import { admit, type AdmissionRequest } from './admission.ts';
import { checkArguments } from './arguments.ts';
import { ToolRegistration } from './registration.ts';

/** A call as it is asked about; without arguments, any. */
export interface ExplainRequest extends AdmissionRequest {
  readonly args?: JsonObject;
}

/** What policy makes of a call as it stands: the same checks in the same order as when it runs, and nothing is run. */
export function decideCall(request: ExplainRequest): PolicyDecision {
  const { toolName, policy, args } = request;
  const admitted = admit(request);
  if (!(admitted instanceof ToolRegistration)) {
    const whitelist = blockingWhitelist(policy, toolName);
    const { message, code } = admitted;
    if (whitelist !== undefined)
      return { decision: 'blocked', rule: `whitelist of ${whitelist.origin}`, reason: message };
    const rule = code === 'E_TOOL_NOT_IN_CATALOG' ? 'catalog' : 'registry';
    return { decision: 'refused', rule, reason: message };
  }
  const wrong = args === undefined ? undefined : checkArguments(admitted, args).error;
  if (wrong !== undefined) return { decision: 'refused', rule: 'parameters', reason: wrong.message };
  return approvalDecision(request) ?? { decision: 'allowed', ...allowedBy(policy, toolName) };
}

/** The rule by which a call may run that nothing keeps from it. */
function allowedBy(policy: EffectivePolicy, toolName: string): Omit<PolicyDecision, 'decision'> {
  const lists = [...policy.delegated, ...(policy.features.tools_policy ? policy.whitelists : [])];
  const listed = lists.map(({ origin }) => origin).join(', ');
  if (lists.length > 0) return { rule: `whitelist of ${listed}`, reason: `${toolName} is in it` };
  const reason = policy.features.tools_policy
    ? 'tools_policy is on, and there is no whitelist'
    : 'tools_policy is off, so that no whitelist is in force';
  return { rule: 'no whitelist', reason };
}

/** The decision with what each layer says to it, from the swarm inwards. */
export function explainCall(request: ExplainRequest): CallExplanation {
  const { toolName } = request;
  return { tool: toolName, ...decideCall(request), layers: layersOf(request) };
}

function approvalDecision({
  toolName,
  policy,
  args,
}: Pick<ExplainRequest, 'toolName' | 'args'> & { readonly policy: Pick<EffectivePolicy, 'approvals'> }):
  | PolicyDecision
  | undefined {
  const rules = policy.approvals.filter(({ rule }) => matchesTool(rule.tool, toolName));
  const certain = rules.find((rule) => (args === undefined ? isForAll(rule) : rule.matches(toolName, args)));
  if (certain !== undefined)
    return { decision: 'held', rule: certain.label, reason: `a person must approve it: ${shown(certain)}` };
  const [possible] = rules;
  if (args !== undefined || possible === undefined) return undefined;
  return { decision: 'depends', rule: possible.label, reason: `held where ${shown(possible)}` };
}

function layersOf(request: ExplainRequest): LayerVerdict[] {
  const { policy, toolName, catalog, registry } = request;
  const layer = (name: string, isOwn: (origin: string) => boolean): LayerVerdict => ({
    layer: name,
    ...verdictOf(request, isOwn),
  });
  const isExtension = (origin: string): boolean => origin.startsWith('extension ');
  const isOffered = catalog === undefined ? registry.has(toolName) : catalog.has(toolName);
  return [
    layer('swarm', (origin) => origin === 'swarm'),
    layer('agent', (origin) => origin.startsWith('agent ')),
    layer('environment', (origin) => origin === 'TOOL_WHITELIST'),
    { layer: 'delegated', ...whitelistVerdict(policy.delegated, toolName) },
    ...(policy.approvals.some(({ origin }) => isExtension(origin)) ? [layer('extension', isExtension)] : []),
    isOffered
      ? { layer: 'catalog', verdict: 'allows', reason: 'the agent is offered it' }
      : { layer: 'catalog', ...notOffered(request) },
    ...parametersVerdict(request),
  ];
}

type Verdict = Omit<LayerVerdict, 'layer'>;

function verdictOf({ policy, toolName, args }: ExplainRequest, isOwn: (origin: string) => boolean): Verdict {
  const lists = policy.whitelists.filter(({ origin }) => isOwn(origin));
  const listed: Verdict =
    lists.length > 0 && !policy.features.tools_policy
      ? { verdict: 'says nothing', reason: 'it has a whitelist, and tools_policy is off' }
      : whitelistVerdict(lists, toolName);
  if (listed.verdict === 'blocks') return listed;
  const approvals = policy.approvals.filter(({ origin }) => isOwn(origin));
  const asked = approvalDecision({
    policy: { approvals },
    toolName,
    ...(args === undefined ? {} : { args }),
  });
  if (asked === undefined) return listed;
  const verdict = asked.decision === 'held' ? 'holds' : 'may hold';
  return { verdict, reason: `${asked.rule}: ${asked.reason}` };
}

function whitelistVerdict(lists: readonly Whitelist[], toolName: string): Verdict {
  const [first] = lists;
  if (first === undefined) return { verdict: 'says nothing', reason: 'it has no whitelist' };
  const blocking = lists.find((list) => !list.allows(toolName));
  if (blocking === undefined) return { verdict: 'allows', reason: `its whitelist has ${toolName}` };
  return { verdict: 'blocks', reason: `its whitelist has only ${blocking.patterns.join(', ') || 'nothing'}` };
}

function notOffered({ registry, toolName, policy }: ExplainRequest): Verdict {
  if (!registry.has(toolName)) return { verdict: 'refuses', reason: 'no tool of that name is registered' };
  if (blockingWhitelist(policy, toolName) !== undefined)
    return { verdict: 'refuses', reason: 'what is blocked is not offered' };
  if (policy.registryDirect) return { verdict: 'allows', reason: 'registryDirect is on' };
  return { verdict: 'refuses', reason: 'it is registered, and the agent does not list it in spec.tools' };
}

function parametersVerdict({ registry, toolName, args }: ExplainRequest): LayerVerdict[] {
  const registration = registry.get(toolName);
  if (args === undefined || registration === undefined) return [];
  const { error } = checkArguments(registration, args);
  if (error === undefined)
    return [
      { layer: 'parameters', verdict: 'allows', reason: 'the arguments fit the parameters of the tool' },
    ];
  return [{ layer: 'parameters', verdict: 'refuses', reason: error.message }];
}

function isForAll({ rule }: LabelledApproval): boolean {
  return Object.keys(rule.args ?? {}).length === 0;
}

function shown({ rule }: LabelledApproval): string {
  const patterns = Object.entries(rule.args ?? {}).map(([name, source]) => `${name} fits /${source}/`);
  return [`tool ${rule.tool}`, ...patterns].join(', ');
}
