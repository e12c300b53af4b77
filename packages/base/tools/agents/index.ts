import type { ToolContext, ToolRuntime } from '@goondan/core';
import { defineTool, pending } from '@goondan/core/basics';

const target = {
  type: 'string',
  minLength: 1,
  description: 'Name of the agent; agents__list shows them.',
} as const;
const instanceKey = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Which conversation of that agent. By default the one of the same key as this one.',
} as const;

/** Asks another agent and waits (COMM-2). What goes wrong is thrown with its code by the runtime. */
export const request = defineTool({
  name: 'agents__request',
  description:
    'Ask another agent of the swarm and wait for its answer. Use it when you need the answer to go on.',
  annotations: { orchestrates: true },
  input: {
    type: 'object',
    properties: {
      target,
      input: { description: 'What to ask. A text, or any JSON the agent understands.' },
      instanceKey,
      timeoutMs: {
        type: 'integer',
        minimum: 1,
        maximum: 3_600_000,
        description: 'How long to wait for the answer. By default a minute.',
      },
    },
    required: ['target', 'input'],
    additionalProperties: false,
    examples: [{ target: 'coder', input: 'Write a test for the parser.' }],
  },
  output: {
    type: 'object',
    properties: { output: { description: 'What the agent answered.' } },
    required: ['output'],
  },
  async handler(ctx, { input, timeoutMs, ...to }) {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    return { output: await runtimeOf(ctx).request(addressOf(to), input, options) };
  },
});

/** Tells another agent and goes on (COMM-3). */
export const send = defineTool({
  name: 'agents__send',
  description:
    'Tell another agent something without waiting. Use it for news and for work whose result you do not need.',
  annotations: { orchestrates: true },
  input: {
    type: 'object',
    properties: {
      target,
      input: { description: 'What to tell it. A text, or any JSON the agent understands.' },
      instanceKey,
    },
    required: ['target', 'input'],
    additionalProperties: false,
    examples: [{ target: 'reviewer', input: 'The parser is done.' }],
  },
  output: {
    type: 'object',
    properties: { sent: { const: true, description: 'The agent will get it, also after a crash.' } },
    required: ['sent'],
  },
  async handler(ctx, { input, ...to }) {
    await runtimeOf(ctx).send(addressOf(to), input);
    return { sent: true };
  },
});

/** Gives work away; its result comes back under a handle (HAND-1). */
export const handoff = defineTool({
  name: 'agents__handoff',
  description:
    'Give work to another agent and go on meanwhile. The call answers pending with a handle; the result comes later, ' +
    'as a message that names the handle.',
  annotations: { orchestrates: true },
  input: {
    type: 'object',
    properties: {
      target,
      input: { description: 'The work. A text, or any JSON the agent understands.' },
      instanceKey,
    },
    required: ['target', 'input'],
    additionalProperties: false,
    examples: [{ target: 'researcher', input: 'Find all uses of the old API.' }],
  },
  output: { type: 'null', description: 'None yet; what the agent answers comes later under the handle.' },
  async handler(ctx, { input, ...to }) {
    const { handle } = await runtimeOf(ctx).handoff(addressOf(to), input);
    return pending(handle);
  },
});

/** The agents of the swarm. */
export const list = defineTool({
  name: 'agents__list',
  description: 'List the agents of the swarm with their conversations.',
  annotations: { orchestrates: true, readOnly: true },
  input: { type: 'object', properties: {}, additionalProperties: false, examples: [{}] },
  output: {
    type: 'object',
    properties: {
      agents: {
        type: 'array',
        description: 'All agents that can be asked.',
        items: {
          type: 'object',
          properties: {
            agent: { type: 'string', description: 'Its name.' },
            instances: {
              type: 'array',
              items: { type: 'string' },
              description: 'The keys of its conversations.',
            },
          },
          required: ['agent', 'instances'],
        },
      },
    },
    required: ['agents'],
  },
  async handler(ctx) {
    const agents = await runtimeOf(ctx).list();
    return { agents: agents.map(({ agent, instances }) => ({ agent, instances: [...instances] })) };
  },
});

/** Makes a named conversation. */
export const spawn = defineTool({
  name: 'agents__spawn',
  description: 'Make sure that a conversation of an agent exists, so that it can be named later.',
  annotations: { orchestrates: true, idempotent: true },
  input: {
    type: 'object',
    properties: { target, instanceKey: { ...instanceKey, description: 'The key of the conversation.' } },
    required: ['target', 'instanceKey'],
    additionalProperties: false,
    examples: [{ target: 'coder', instanceKey: 'issue-42' }],
  },
  output: {
    type: 'object',
    properties: { instanceKey: { type: 'string', description: 'The key of the conversation.' } },
    required: ['instanceKey'],
  },
  handler: async (ctx, to) => runtimeOf(ctx).spawn(addressOf(to)),
});

function runtimeOf({ runtime }: ToolContext): ToolRuntime {
  if (runtime === undefined)
    throw new Error('There are no other agents here: this tool needs a running swarm.');
  return runtime;
}

function addressOf(to: { readonly target: string; readonly instanceKey?: string | undefined }): {
  agent: string;
  instanceKey?: string;
} {
  const { target: agent, instanceKey: key } = to;
  return key === undefined ? { agent } : { agent, instanceKey: key };
}
