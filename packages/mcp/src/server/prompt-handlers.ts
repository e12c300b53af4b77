import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
} from '@modelcontextprotocol/server';
import { requestContext, type Exchange } from './request-context.ts';
import type { McpPrompts } from './source.ts';

/** What the handlers of prompts stand on. */
export interface PromptHandlerOptions extends Exchange {
  readonly prompts: McpPrompts;
  readonly codec: RequestStateCodec;
}

/** Lets clients list prompts and get them. */
export function handlePrompts(options: PromptHandlerOptions): void {
  const { server, prompts, caller, codec } = options;
  server.setRequestHandler('prompts/list', async () => ({ prompts: [...(await prompts.list(caller))] }));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: args = {} } }, context) => {
    const step = await prompts.get({ name, args }, requestContext(options, context));
    if (step === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    if (step.kind === 'result') return step.result;
    const { requests, state } = step;
    return inputRequired({
      inputRequests: requests,
      ...(state === undefined ? {} : { requestState: await codec.mint(state, context) }),
    });
  });
}
