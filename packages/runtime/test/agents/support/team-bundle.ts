/** What an agent of a team has besides the rules that all of them share. */
interface Member {
  readonly name: string;
  /** YAML of `spec.policy`. */
  readonly policy?: string;
  /** YAML of `spec.tools`; by default those of the team. */
  readonly tools?: string;
  /** YAML of `spec.extensions`; by default those of the team. */
  readonly extensions?: string;
}

/** What a team is made of. */
export interface TeamBundle {
  readonly members: readonly Member[];
  /** YAML of the swarm's `spec.policy`. */
  readonly policy?: string;
}

/** Boss asks, helper is asked, third is asked by helper. */
export const plainTeam: TeamBundle = {
  members: [{ name: 'boss' }, { name: 'helper' }, { name: 'third' }],
};

/** The files of a team: every agent follows the same rules, so that an input can say who asks whom for what. */
export function teamFiles({ members, policy = '{}' }: TeamBundle): Record<string, string> {
  const agents = members.map(
    ({ name, policy: own = '{}', tools, extensions }) => `---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: ${name} }
spec:
  modelConfig: { modelRef: Model/rules }
  tools: ${tools ?? '[Tool/agents, Tool/probe]'}
  extensions: ${extensions ?? '[Extension/mirror]'}
  policy: ${own}
`,
  );
  return {
    'goondan.yaml': `${resources}${agents.join('')}---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: team }
spec:
  entryAgent: ${members[0]?.name ?? ''}
  agents: [${members.map(({ name }) => name).join(', ')}]
  policy: ${policy}
`,
    'probe.ts': probe,
    'mirror.ts': mirror,
    'broken.ts': `export function register() { throw new Error('out of order'); }\n`,
  };
}

const resources = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: rules }
spec:
  provider: scripted
  model: rules
  options:
    rules:
      - { when: { user: '^echo ([\\s\\S]*)$' }, text: '{{match.1}}' }
      - { when: { user: '^ask (\\S+) ([\\s\\S]*)$' }, calls: [{ tool: agents__request, args: { target: '{{match.1}}', input: '{{match.2}}' } }] }
      - { when: { user: '^at (\\S+) (\\S+) ([\\s\\S]*)$' }, calls: [{ tool: agents__request, args: { target: '{{match.1}}', instanceKey: '{{match.2}}', input: '{{match.3}}' } }] }
      - { when: { user: '^tell (\\S+) ([\\s\\S]*)$' }, calls: [{ tool: agents__send, args: { target: '{{match.1}}', input: '{{match.2}}' } }] }
      - { when: { user: '^hand (\\S+) ([\\s\\S]*)$' }, calls: [{ tool: agents__handoff, args: { target: '{{match.1}}', input: '{{match.2}}' } }] }
      - { when: { user: '^note (.*)$' }, calls: [{ tool: probe__note, args: { text: '{{match.1}}' } }] }
      - { when: { user: '^danger (.*)$' }, calls: [{ tool: probe__danger, args: { text: '{{match.1}}' } }] }
      - { when: { user: '^both (.*)$' }, calls: [{ tool: probe__note, args: { text: '{{match.1}}' } }, { tool: probe__danger, args: { text: '{{match.1}}' } }] }
      - { when: { user: '^hang$' }, calls: [{ tool: probe__hang }] }
      - { when: { user: '^later (.*)$' }, calls: [{ tool: probe__later, args: { handle: '{{match.1}}' } }] }
      - { when: { user: 'was pending under the handle[\\s\\S]*try note' }, calls: [{ tool: probe__note, args: { text: escaped } }] }
      - { when: { user: 'was pending under the handle' }, text: '{{input}}' }
      - { when: { after: agents__request, status: ok }, text: '{{result.output}}' }
      - { when: { after: agents__request, status: error }, text: '{{result.code}} {{result.message}}' }
      - { when: { after: agents__send, status: ok }, text: 'sent {{result.sent}}' }
      - { when: { after: agents__handoff, status: ok }, text: '{{result.handle}}' }
      - { when: { after: agents__handoff, status: error }, text: '{{result.code}} {{result.message}}' }
      - { when: { after: probe__note, status: error }, text: '{{result.code}} {{result.message}}' }
      - { when: { after: probe__danger, status: error }, text: '{{result.code}} {{result.message}}' }
      - { when: { after: probe__note }, text: noted }
      - { when: { after: probe__danger }, text: '{{result}}' }
      - { when: { after: probe__hang }, text: never }
      - { when: { after: probe__later }, text: waiting }
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: probe }
spec:
  entry: ./probe.ts
  timeoutMs: 600000
  exports:
    - { name: note }
    - { name: danger }
    - { name: hang }
    - { name: later }
    - { name: pid, annotations: { readOnly: true } }
---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: mirror }
spec: { entry: ./mirror.ts }
---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: broken }
spec: { entry: ./broken.ts }
`;

/** Its effects are lines of a file, so that they can be counted whichever process had them. */
const probe = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pending } from '@goondan/core';
const note = (line) => appendFileSync(join(import.meta.dir, 'effects.log'), line + '\\n');
export const handlers = {
  note: (ctx, { text }) => {
    note(ctx.agentName + '/' + ctx.instanceKey + ' ' + text);
    return 'noted';
  },
  danger: (ctx, { text }) => {
    note(ctx.agentName + '/' + ctx.instanceKey + ' danger ' + text);
    return 'did ' + text;
  },
  hang: (ctx) =>
    new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
  later: (ctx, { handle }) => pending(handle),
  pid: () => process.pid,
};
`;

/** Answers for the model what only the inside of a turn can see. */
const mirror = `export function register(api) {
  api.pipeline.register('turn', async (ctx) => {
    const { input } = ctx.inputEvent;
    const ended = (output) => ({ turnId: ctx.turnId, status: 'completed', output });
    if (input === 'event') return ended(ctx.inputEvent);
    if (input === 'turn middleware asks') return ended(await ctx.agents.request({ agent: 'helper' }, 'echo by the turn'));
    if (input === 'turn middleware tells') {
      await ctx.agents.send({ agent: 'helper' }, 'note by the turn');
      return ended('told');
    }
    if (input === 'rally') {
      await ctx.agents.send({ agent: ctx.agentName === 'boss' ? 'helper' : 'boss' }, 'rally');
      return ended('passed on');
    }
    return ctx.next();
  });
  api.pipeline.register('step', async (ctx) => {
    const { input } = ctx.turn.inputEvent;
    const said = (text) => ({ text, toolCalls: [], toolResults: [] });
    if (input === 'tools') return said(ctx.toolCatalog.map(({ name }) => name).join(' '));
    if (input === 'step middleware asks') return said(await ctx.agents.request({ agent: 'helper' }, 'echo by the step'));
    if (input === 'step middleware tells') {
      await ctx.agents.send({ agent: 'helper' }, 'note by the step');
      return said('told');
    }
    return ctx.next();
  });
}
`;
