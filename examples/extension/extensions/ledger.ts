import { codedError, errorResult, isRecord, type ExtensionApi } from '@goondan/core';

/** Called once in the agent's process. `config` is that of the document with that of the ref laid over it. */
export function register(api: ExtensionApi, config?: unknown): void {
  const forbidden = forbiddenIn(config);

  // A layer around every call: it may look, change the arguments, refuse, or answer itself.
  api.pipeline.register('toolCall', async (ctx) => {
    const found = forbidden.find((text) => JSON.stringify(ctx.args).includes(text));
    if (found !== undefined) {
      const call = { id: ctx.toolCallId, name: ctx.toolName, args: ctx.args };
      return errorResult(call, codedError('E_TOOL_BLOCKED', `${found} is not allowed here`));
    }
    const result = await ctx.next();
    if (ctx.toolName !== 'ledger__report' && result.status === 'ok')
      await api.state.set('names', [...(await namesOf(api)), ctx.toolName]);
    return result;
  });

  // A tool that stands in no document: the next step of the agent offers it.
  api.tools.register(
    {
      name: 'ledger__report',
      description: 'How often tools were called in this conversation',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
    },
    async () => {
      const names = await namesOf(api);
      return { calls: names.length, names: [...new Set(names)] };
    },
  );
}

/** State belongs to the conversation and outlives the process. */
async function namesOf(api: ExtensionApi): Promise<string[]> {
  const names = await api.state.get('names');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function forbiddenIn(config: unknown): readonly string[] {
  const list = isRecord(config) ? config['forbidden'] : undefined;
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}
