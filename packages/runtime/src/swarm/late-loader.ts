import type { AgentLoader, AgentLoaderOptions } from './agent-loader.ts';

/** Loads agents into this process. */
export type Loader = Pick<AgentLoader, 'load' | 'stop'>;

/** An `AgentLoader` that is imported with the first agent, with all that turns take: where agents run elsewhere none is ever loaded here. */
export function lateLoader(options: AgentLoaderOptions): Loader {
  let loader: Promise<AgentLoader> | undefined;
  const imported = async (): Promise<AgentLoader> => {
    const { AgentLoader } = await import('./agent-loader.ts');
    return new AgentLoader(options);
  };
  return {
    load: async (name) => {
      loader ??= imported();
      return (await loader).load(name);
    },
    stop: async () => (await loader)?.stop(),
  };
}
