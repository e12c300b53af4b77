import {
  pending,
  type JsonObject,
  type ToolContext,
  type ToolHandler,
  type ToolRuntime,
} from '@goondan/core';

/** Talks to the other agents of the swarm (COMM-1…7, HAND-1). What goes wrong is thrown with its code by the runtime. */
export const handlers: Record<string, ToolHandler> = {
  async request(ctx, { input = null, timeoutMs, ...to }) {
    const options = typeof timeoutMs === 'number' ? { timeoutMs } : {};
    return { output: await runtimeOf(ctx).request(addressOf(to), input, options) };
  },

  async send(ctx, { input = null, ...to }) {
    await runtimeOf(ctx).send(addressOf(to), input);
    return { sent: true };
  },

  async handoff(ctx, { input = null, ...to }) {
    const { handle } = await runtimeOf(ctx).handoff(addressOf(to), input);
    return pending(handle);
  },

  async list(ctx) {
    const agents = await runtimeOf(ctx).list();
    return { agents: agents.map(({ agent, instances }) => ({ agent, instances: [...instances] })) };
  },

  async spawn(ctx, to) {
    return runtimeOf(ctx).spawn(addressOf(to));
  },
};

function runtimeOf({ runtime }: ToolContext): ToolRuntime {
  if (runtime === undefined)
    throw new Error('There are no other agents here: this tool needs a running swarm.');
  return runtime;
}

/** The parameters have been checked: both are texts where they are given. */
function addressOf({ target, instanceKey }: JsonObject): { agent: string; instanceKey?: string } {
  const agent = typeof target === 'string' ? target : '';
  return typeof instanceKey === 'string' ? { agent, instanceKey } : { agent };
}
