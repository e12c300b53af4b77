import { ToolCatalog, ToolExecutor, ToolRegistry } from '@goondan/core/tool';
import { addName, addParameters } from './tool.ts';

/** What a workbench is made of. */
export interface WorkbenchOptions {
  /** How many tools the registry holds; the catalog shows `catalogSize` of them. */
  readonly registered: number;
  /** How many toolCall middlewares stand before the handler. */
  readonly middlewares: number;
  readonly handler: Handler;
}

type Handler = Parameters<ToolRegistry['register']>[0]['handler'];
type Result = Awaited<ReturnType<ToolExecutor['execute']>>;
type Call = Parameters<ToolExecutor['execute']>[0];

/** A registry, a catalog and an executor, ready to call: the only place that knows our API. */
export interface Workbench {
  /** One call, checked against the catalog. */
  readonly execute: (call: Call) => Promise<Result>;
  /** One call that the caller may abort. */
  readonly executeWithSignal: (call: Call, signal: AbortSignal) => Promise<Result>;
  /** A new catalog of `catalogSize` tools. */
  readonly buildCatalog: () => ToolCatalog;
}

/** How many tools a step shows the model. */
export const catalogSize = 10;

/** Sets up ours for measuring. */
export function openWorkbench(options: WorkbenchOptions): Workbench {
  const registry = createRegistry(options);
  const buildCatalog = () => new ToolCatalog(registry.itemsOfResource('calc'));
  const catalog = buildCatalog();
  const middleware = Array.from({ length: options.middlewares }, () => passOn);
  const executor = new ToolExecutor(registry, { middleware });
  const context = createContext();
  return {
    execute: (call) => executor.execute(call, context, { catalog }),
    executeWithSignal: (call, signal) => executor.execute(call, context, { catalog, signal }),
    buildCatalog,
  };
}

async function passOn<Outcome>(context: { next(): Promise<Outcome> }): Promise<Outcome> {
  return context.next();
}

/** The resource `calc` has as many exports as the catalog; the rest stands in other resources. */
function createRegistry({ registered, handler }: WorkbenchOptions): ToolRegistry {
  const registry = new ToolRegistry();
  const description = 'Adds two numbers';
  registry.register({ name: addName, description, parameters: addParameters(), handler });
  for (let index = 1; index < registered; index += 1) {
    const resource = index < catalogSize ? 'calc' : `other-${Math.floor(index / catalogSize)}`;
    registry.register({
      name: `${resource}__tool-${index}`,
      description,
      parameters: addParameters(),
      handler,
    });
  }
  return registry;
}

function createContext(): Parameters<ToolExecutor['execute']>[1] {
  return {
    agentName: 'bench',
    instanceKey: 'bench',
    turnId: 'turn',
    workdir: import.meta.dir,
    logger: console,
    message: {
      id: 'message',
      data: { role: 'assistant', content: '' },
      metadata: {},
      createdAt: new Date(0),
      source: { type: 'assistant', stepIndex: 0 },
    },
  };
}
