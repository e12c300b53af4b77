import type { PolicyLayer } from './effective-policy.ts';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The feature flags the environment sets, which override the swarm's (POL-1). Any other value than the four is ignored. */
export function featureOverrides(environment: Environment): { mcp_tools?: boolean; tools_policy?: boolean } {
  const mcpTools = flag(environment['GOONDAN_FEATURE_MCP_TOOLS']);
  const toolsPolicy = flag(environment['GOONDAN_FEATURE_TOOLS_POLICY']);
  return {
    ...(mcpTools === undefined ? {} : { mcp_tools: mcpTools }),
    ...(toolsPolicy === undefined ? {} : { tools_policy: toolsPolicy }),
  };
}

/** TOOL_WHITELIST as a layer of its own; unset or empty means all are allowed (POL-2). */
export function environmentLayer(environment: Environment): PolicyLayer[] {
  const names = (environment['TOOL_WHITELIST'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? [] : [{ origin: 'TOOL_WHITELIST', policy: { tools: { whitelist: names } } }];
}

function flag(value: string | undefined): boolean | undefined {
  switch (value?.trim().toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}
