import {
  any,
  anyObject,
  count,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  time,
} from './schema-parts.ts';
import type { OutputSchema } from './schema-parts.ts';
import {
  failure,
  finding,
  handleView,
  heldCall,
  instanceDetail,
  outcomeFields,
  span,
  toolItemFields,
  toolResult,
  turnError,
} from './shared-schemas.ts';

const held = object({ status: oneOf('held'), turnId: text, held: list(heldCall) });
const answered = object({ handle: text, status: oneOf('completed', 'accepted') });
const runOutcome = object(outcomeFields, { error: turnError, held: list(heldCall) });
const resumedTurn = either(
  object({ agent: text, instanceKey: text, turnId: text, status: oneOf('held'), held: list(heldCall) }),
  object({ agent: text, instanceKey: text, ...outcomeFields }, { error: turnError }),
);
const planOutcome = object(
  {
    skipped: flag,
    results: list(
      object(
        { tool: text, success: flag, result: any, error: orNull(text), elapsed: number },
        { id: text, code: text },
      ),
    ),
  },
  { reason: text },
);
const policyDecision = oneOf('allowed', 'blocked', 'held', 'depends', 'refused');
const instance = {
  agent: text,
  instanceKey: text,
  openTurns: count,
  finishedTurns: count,
  messages: count,
  lastActivityAt: orNull(time),
};
const candidate = object({ value: text }, { about: text });
const code = { code: text, summary: text };

/** What each command prints with `--json` where it does not fail. */
const printed: Readonly<Record<string, OutputSchema>> = {
  init: object({ folder: text, template: text, files: list(text), next: list(text) }),
  run: either(runOutcome, held, object({ resumed: list(resumedTurn) })),
  serve: object({ url: text, tokenFile: text, pid: count, agents: list(text), resumed: list(text) }),
  worker: object({ url: text, pid: count, namespace: text, agents: list(text), ingress: text }),
  'dev cluster': object(
    { ingress: text, admin: text, namespace: text, agents: list(text), pid: count, workers: list(count) },
    { results: list(either(runOutcome, held, failure)) },
  ),
  'mcp serve': object({ url: text, tokenFile: text, pid: count, agents: list(text), tools: list(text) }),
  'mcp add': object({
    agent: text,
    added: list(text),
    notes: list(text),
    files: list(text),
    next: list(text),
  }),
  'mcp list': list(
    object(
      {
        server: text,
        agents: list(text),
        transport: oneOf('stdio', 'http'),
        address: text,
        tools: list(
          object(
            {
              name: text,
              tool: text,
              status: oneOf('pinned', 'drifted', 'quarantined', 'left-out', 'gone'),
              diff: list(text),
              hidden: list(text),
            },
            { reason: text },
          ),
        ),
      },
      { problem: text },
    ),
  ),
  'mcp test': object(
    {
      server: text,
      family: oneOf('2025-11-25', '2026-07-28'),
      connectMs: count,
      totalMs: count,
      tools: list(
        object(
          {
            name: text,
            tool: text,
            status: oneOf('pinned', 'new', 'drifted', 'quarantined', 'left-out'),
            diff: list(text),
            hidden: list(text),
          },
          { description: text, reason: text },
        ),
      ),
      diagnostics: list(text),
    },
    { name: text, version: text },
  ),
  'mcp approve': object({
    server: text,
    approved: list(object({ tool: text, diff: list(text), hidden: list(text) })),
  }),
  validate: object({ valid: flag, errors: list(finding), warnings: list(finding) }),
  'tool list': list(object({ name: text }, toolItemFields)),
  'tool describe': object(
    { name: text, isInCatalog: flag, example: text },
    { ...toolItemFields, output: any, annotations: anyObject, timeoutMs: number, declaredIn: text },
  ),
  'tool call': either(toolResult, held),
  'tool new': object({ resource: text, tools: list(text), files: list(text), next: list(text) }),
  'plan run': either(planOutcome, held),
  'plan show': object({
    agent: text,
    entries: list(
      object(
        { tool: text, wave: count, after: list(text), decision: policyDecision, rule: text, reason: text },
        { id: text },
      ),
    ),
  }),
  'plan validate': object({
    valid: flag,
    errors: list(object({ code: text, message: text, path: text })),
    entries: count,
  }),
  'policy explain': object({
    agent: text,
    tool: text,
    decision: policyDecision,
    rule: text,
    reason: text,
    layers: list(object({ layer: text, verdict: text, reason: text })),
  }),
  'policy grants': list(
    object(
      { grant: text, agent: text, instanceKey: text, tool: text },
      { exactly: anyObject, like: anyObject, rest: anyObject },
    ),
  ),
  'policy revoke': object({ grant: text, status: oneOf('revoked', 'queued') }, { turnId: text }),
  approve: answered,
  deny: answered,
  answer: answered,
  cancel: object({ turnId: text, cancelled: flag }),
  trace: list(span),
  logs: list(object({ agent: text, path: text, lines: list(text) })),
  'agent list': list(
    object({
      name: text,
      isEntry: flag,
      isInBundle: flag,
      instances: count,
      openTurns: count,
      finishedTurns: count,
      lastActivityAt: orNull(time),
    }),
  ),
  'instance list': list(object(instance)),
  'instance show': instanceDetail,
  'instance delete': object({ agent: text, instanceKey: text, deleted: flag, turns: count }),
  'handle list': list(handleView),
  'handle show': handleView,
  'handle complete': answered,
  doctor: object({
    ok: flag,
    checks: list(object({ name: text, status: oneOf('ok', 'warn', 'fail'), message: text }, { fix: text })),
  }),
  explain: either(list(object(code)), object({ ...code, causes: list(text), fix: text, helpUrl: text })),
  'docs search': list(object({ page: text, title: text, score: number, excerpt: text })),
  'docs show': either(list(object({ page: text, title: text })), object({ page: text, title: text, text })),
  schema: either(anyObject, list(text)),
  completion: object({ shell: text, script: text }),
  __complete: list(candidate),
};

const help = object({ help: text });

/** The JSON Schema of what each command prints with `--json`: what it came to, why it failed, or its help. */
export const outputSchemas: Readonly<Record<string, OutputSchema>> = {
  ...Object.fromEntries(
    Object.entries(printed).map(([name, schema]) => [name, either(schema, failure, help)] as const),
  ),
  error: failure,
  help,
  version: object({ version: text }),
};
