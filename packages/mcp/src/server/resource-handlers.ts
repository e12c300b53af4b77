import { inputRequired, ResourceNotFoundError, type RequestStateCodec } from '@modelcontextprotocol/server';
import { requestContext, type Exchange } from './request-context.ts';
import type { McpResources } from './source.ts';

/** What the handlers of resources stand on. */
export interface ResourceHandlerOptions extends Exchange {
  readonly resources: McpResources;
  readonly codec: RequestStateCodec;
}

/** Lets clients list, read and watch resources; returns what ends the watching. */
export function handleResources(options: ResourceHandlerOptions): () => void {
  const { server, resources, caller, codec } = options;
  const watched = new Map<string, () => void>();
  server.setRequestHandler('resources/list', async () => ({
    resources: [...(await resources.list(caller))],
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [...(await resources.templates(caller))],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const step = await resources.read(uri, requestContext(options, context));
    if (step === undefined) throw new ResourceNotFoundError(uri);
    if (step.kind === 'result') return step.result;
    const { requests, state } = step;
    return inputRequired({
      inputRequests: requests,
      ...(state === undefined ? {} : { requestState: await codec.mint(state, context) }),
    });
  });
  const watch = resources.watch?.bind(resources);
  if (watch === undefined) return () => {};
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    watched.get(uri)?.();
    watched.set(
      uri,
      watch(uri, () => void server.sendResourceUpdated({ uri }).catch(() => undefined)),
    );
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.get(uri)?.();
    watched.delete(uri);
    return {};
  });
  return () => {
    for (const stop of watched.values()) stop();
    watched.clear();
  };
}
