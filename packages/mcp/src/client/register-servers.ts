import type { ExtensionApi, JsonObject } from '@goondan/core';
import { McpServer } from './mcp-server.ts';
import { ProcessWatch } from './process-watch.ts';
import { isServerConfig, serverConfigProblem } from './server-config.ts';

const extensionName = 'mcp';

/** Offers the tools of every server that works, and says why of each that does not; nothing at all where policy has not switched MCP on (POL-3). */
export async function registerServers(api: ExtensionApi, servers: JsonObject): Promise<void> {
  if (!api.features.mcp_tools) {
    api.logger.info('MCP servers are not used: policy.tools.features.mcp_tools is off.');
    return;
  }
  const watch = new ProcessWatch();
  const started: McpServer[] = [];
  api.onStop(async () => {
    await Promise.all(started.map((server) => server.stop()));
  });
  await Promise.all(
    Object.entries(servers).map(async ([key, config]) => {
      const problem = isServerConfig(config) ? serverConfigProblem(config) : 'its config is wrong';
      if (problem !== undefined || !isServerConfig(config))
        return api.logger.warn(`MCP server '${key}' is not used: ${problem ?? 'its config is wrong'}.`);
      const server = new McpServer({ key, config, extensionName, api, env: process.env, watch });
      started.push(server);
      await server.start();
    }),
  );
}
