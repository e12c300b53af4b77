import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import type { Random } from '../random.ts';
import { witnessInput } from '../turn/witness.ts';
import { shapeCount } from './load.ts';

/** What may be made wrong on purpose, to see that the judge sees it. */
interface Sabotage {
  /** The runtime is told that every tool may be started again, which the judge does not believe. */
  readonly allRepeatable?: boolean;
}

/** How a bundle may differ. */
export interface BundleOptions {
  readonly sabotage?: Sabotage | undefined;
  /** How long an agent that is asked works before it answers. Default: some milliseconds. */
  readonly answerMs?: number | undefined;
  /** What stands beside the plain call of each step of work. Default: every kind there is. */
  readonly kinds?: readonly [string, ...string[]];
  /** How long an agent waits for another's answer. Default: that of the stock tool. */
  readonly requestMs?: number;
  /** The policy of the swarm. */
  readonly policy?: JsonObject;
}

const allKinds = ['plain', 'spawning', 'repeatable', 'reading'] as const;

type Kinds = readonly [string, ...string[]];

const echo = '^echo (\\S+)$';
const ended = 'under the handle (.+), has ended\\.\\nResult: (.*)$';

/** Writes a bundle of three agents that work, ask one another, hand work off and leave jobs pending, with rules for models. */
export async function writeBundle(
  folder: string,
  random: Random,
  { sabotage = {}, answerMs, kinds = allKinds, requestMs, policy }: BundleOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Bun.write(join(folder, 'acts.ts'), exportFrom('handlers', 'acts.ts'));
  await Bun.write(join(folder, 'witness.ts'), exportFrom('register', 'witness.ts'));
  const patience = requestMs === undefined ? {} : { timeoutMs: requestMs };
  const documents = [
    ...['acts', 'more'].map((name) => tool(name, sabotage)),
    { kind: 'Extension', metadata: { name: 'witness' }, spec: { entry: './witness.ts' } },
    ...agent('boss', [...bossRules(random, patience), ...workRules(random, kinds)]),
    ...agent('worker', [...workerRules(random, patience, answerMs), ...workRules(random, kinds)]),
    ...agent('store', [...storeRules(random, answerMs), ...workRules(random, kinds)], {
      isolation: 'instance',
    }),
    {
      kind: 'Swarm',
      metadata: { name: 'chaos' },
      spec: {
        entryAgent: 'Agent/boss',
        agents: ['Agent/boss', 'Agent/worker', 'Agent/store'],
        ...(policy === undefined ? {} : { policy }),
      },
    },
  ];
  // JSON is YAML.
  const text = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await Bun.write(join(folder, 'goondan.yaml'), `${text.join('\n---\n')}\n`);
}

function exportFrom(name: string, file: string): string {
  return `export { ${name} } from ${JSON.stringify(join(import.meta.dir, file))};\n`;
}

function agent(name: string, rules: readonly JsonObject[], more: JsonObject = {}): JsonObject[] {
  return [
    {
      kind: 'Model',
      metadata: { name },
      spec: { provider: 'scripted', model: name, options: { rules: [...rules] } },
    },
    {
      kind: 'Agent',
      metadata: { name },
      spec: {
        modelConfig: { modelRef: `Model/${name}` },
        tools: ['Tool/acts', 'Tool/more', 'Tool/agents'],
        extensions: ['Extension/witness'],
        ...more,
      },
    },
  ];
}

function tool(name: string, { allRepeatable = false }: Sabotage): JsonObject {
  const parameters = {
    type: 'object',
    properties: { ms: { type: 'number' }, note: { type: 'string' }, handle: { type: 'string' } },
    required: ['ms'],
  };
  const annotations = { idempotent: true };
  const once = allRepeatable ? { annotations } : {};
  const exports = [
    { name: 'plain', parameters, ...once },
    { name: 'spawning', parameters, ...once },
    { name: 'job', parameters, ...once },
    { name: 'repeatable', parameters, annotations },
    { name: 'reading', parameters, annotations: { readOnly: true } },
  ];
  return { kind: 'Tool', metadata: { name }, spec: { entry: './acts.ts', exports } };
}

function bossRules(random: Random, patience: JsonObject): JsonObject[] {
  const plain = (): JsonObject => ({ tool: 'acts__plain', args: { ms: 1 + random.below(20) } });
  const talk = (name: string, args: JsonObject): JsonObject => ({ tool: `agents__${name}`, args });
  const to = (target: string, input: string, more: JsonObject = {}): JsonObject => ({
    target,
    input,
    ...more,
  });
  const store = { instanceKey: '{{match.1}}' };
  const job = { ms: 1 + random.below(20), handle: '{{match.1}}' };
  return [
    { when: { user: ended }, calls: [note({ handle: '{{match.1}}', note: '{{match.2}}' })] },
    {
      when: { user: '^ask (\\S+)$' },
      calls: [talk('request', to('worker', 'echo {{match.1}}', patience)), plain()],
    },
    {
      when: { user: '^relay (\\S+) (\\S+)$' },
      calls: [plain(), talk('request', to('worker', 'relay {{match.1}} {{match.2}}', patience))],
    },
    {
      when: { user: '^tell (\\S+) (\\S+)$' },
      calls: [plain(), talk('send', to('store', 'note {{match.2}}', store))],
    },
    { when: { user: '^hand (\\S+)$' }, calls: [talk('handoff', to('worker', 'job {{match.1}}')), plain()] },
    { when: { user: '^job (\\S+)$' }, calls: [{ tool: 'acts__job', args: job }, plain()] },
    {
      when: { user: '(\\S+)$', after: 'agents__request', status: 'ok' },
      text: 'answered {{result.output}} to {{match.1}}',
    },
  ];
}

function workerRules(random: Random, patience: JsonObject, answerMs?: number): JsonObject[] {
  const relay = '^relay (\\S+) (\\S+)$';
  const request = { target: 'store', instanceKey: '{{match.1}}', input: 'echo {{match.2}}', ...patience };
  const job = '^job (\\S+)$';
  return [
    ...echoRules(random, answerMs),
    { when: { user: relay }, calls: [{ tool: 'agents__request', args: request }] },
    { when: { user: relay, after: 'agents__request', status: 'ok' }, text: 'relayed {{result.output}}' },
    { when: { user: job }, calls: [{ tool: 'acts__repeatable', args: { ms: 1 + random.below(30) } }] },
    { when: { user: job, after: 'acts__repeatable' }, text: 'did {{match.1}}' },
  ];
}

function storeRules(random: Random, answerMs?: number): JsonObject[] {
  return [
    ...echoRules(random, answerMs),
    { when: { user: '^note (\\S+)$' }, calls: [note({ note: 'told {{match.1}}' })] },
  ];
}

function echoRules(random: Random, answerMs?: number): JsonObject[] {
  return [
    {
      when: { user: echo },
      calls: [{ tool: 'acts__plain', args: { ms: answerMs ?? 1 + random.below(20) } }],
    },
    { when: { user: echo, after: 'acts__plain' }, text: 'echo {{match.1}}' },
  ];
}

/** Kept by a handler that may start again, so that it has been started when its turn ends. */
function note(args: JsonObject): JsonObject {
  return { tool: 'more__repeatable', args: { ms: 1, ...args } };
}

function workRules(random: Random, kinds: Kinds): JsonObject[] {
  const shapes = Array.from({ length: shapeCount }, (_, shape) => `^work ${shape}$`);
  return [
    { when: { user: `^${RegExp.escape(witnessInput)}$` }, text: 'You heard it.' },
    ...shapes.map((user) => ({ when: { user }, calls: calls('acts', random, kinds) })),
    ...shapes.map((user) => ({ when: { user, after: 'acts__plain' }, calls: calls('more', random, kinds) })),
    { text: 'All done.' },
  ];
}

/** Each step of work has one plain call that can be answered to, and others beside it. */
function calls(name: 'acts' | 'more', random: Random, kinds: Kinds): JsonObject[] {
  const one = (export_: string): JsonObject => ({
    tool: `${name}__${export_}`,
    args: { ms: 1 + random.below(30) },
  });
  const others = Array.from({ length: 1 + random.below(2) }, () => one(random.pick(kinds)));
  return random.below(2) === 0 ? [one('plain'), ...others] : [...others, one('plain')];
}
