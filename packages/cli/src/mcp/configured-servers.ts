import { join } from 'node:path';
import { buildToolName, GoondanError, isRecord, nearest } from '@goondan/core/basics';
import { literalSecretsOf, loadBundle, parseRef, type Resource } from '@goondan/core/bundle';
import { isServerConfig, serverConfigProblem, type ServerConfig } from '@goondan/mcp';
import { BundleError, loadStock, SecretMask, workspaceLayout } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { stateRootOf } from '../place/state-root.ts';

/** The name of the extension that servers are declared to. */
export const extensionName = 'mcp';

/** A server as agents of the bundle declare it. */
export interface ConfiguredServer {
  readonly key: string;
  readonly agents: readonly string[];
  readonly config: ServerConfig;
  /** Why it is not used. */
  readonly problem?: string;
}

/** A bundle as far as MCP servers are concerned. */
export interface ServersOfBundle {
  readonly root: string;
  /** The folder of Extension/mcp in the workspace. */
  readonly stateFolder: string;
  readonly servers: readonly ConfiguredServer[];
  /** The names of the bundle's own tools, which go before those of servers. */
  readonly toolNames: ReadonlySet<string>;
  /** Stars out what stands in the file and should not. */
  readonly mask: SecretMask;
}

/** The servers that the agents of the bundle declare; nothing is started. Throws `E_CONFIG_*` where the bundle cannot be read. */
export async function configuredServers(invocation: Invocation): Promise<ServersOfBundle> {
  const root = await mcpBundleRoot(invocation);
  const stock = await loadStock();
  const bundle = await loadBundle(root, { stock: stock.names, checkModules: false, env: invocation.env });
  if (!bundle.valid) throw new BundleError(bundle);
  const resources = bundle.resources.map(({ resource }) => resource);
  const secrets = resources.flatMap((resource) =>
    literalSecretsOf(resource).map((value) => ({ name: resource.metadata.name, value })),
  );
  return {
    root,
    stateFolder: join(workspaceLayout(stateRootOf(invocation), root).extensions, extensionName),
    servers: merged(resources),
    toolNames: new Set(resources.flatMap(toolNamesOf)),
    mask: new SecretMask(secrets),
  };
}

/** The folder of the bundle that servers are declared in. Throws `E_CONFIG_NOT_FOUND`. */
async function mcpBundleRoot(invocation: Invocation): Promise<string> {
  const root = await bundleRootOf(invocation);
  if (root !== undefined) return root;
  throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${invocation.cwd} or above it`, {
    suggestion: 'Make a bundle first: gdn init my-swarm.',
  });
}

/** The server of that key. Throws `E_USAGE` where no agent has one. */
export function serverOf(servers: readonly ConfiguredServer[], key: string): ConfiguredServer {
  const found = servers.find((server) => server.key === key);
  if (found !== undefined) return found;
  const keys = servers.map((server) => server.key);
  const near = nearest(key, keys);
  const known =
    keys.length === 0
      ? 'No agent of the bundle declares one.'
      : `There are: ${[...new Set(keys)].join(', ')}.`;
  throw new UsageError(
    `there is no MCP server '${key}'`,
    near === undefined ? known : `Did you mean '${near}'?`,
  );
}

function toolNamesOf(resource: Resource): string[] {
  if (resource.kind !== 'Tool') return [];
  return resource.spec.exports.map(({ name }) => buildToolName(resource.metadata.name, name));
}

/** The same server of several agents is one. */
function merged(resources: readonly Resource[]): ConfiguredServer[] {
  const found = new Map<string, ConfiguredServer>();
  for (const resource of resources) {
    if (resource.kind !== 'Agent') continue;
    for (const [key, config] of Object.entries(serversOfAgent(resource, resources))) {
      const id = JSON.stringify([key, config]);
      const agents = [...(found.get(id)?.agents ?? []), resource.metadata.name];
      const isConfig = isServerConfig(config);
      const problem = isConfig ? serverConfigProblem(config) : 'its config is wrong';
      found.set(id, {
        key,
        agents,
        config: isConfig ? config : {},
        ...(problem === undefined ? {} : { problem }),
      });
    }
  }
  return [...found.values()];
}

function serversOfAgent(
  agent: Extract<Resource, { kind: 'Agent' }>,
  resources: readonly Resource[],
): Record<string, unknown> {
  const servers: Record<string, unknown> = {};
  for (const ref of agent.spec.extensions ?? []) {
    const { kind, name } = parseRef(ref) ?? {};
    if (kind !== 'Extension' || name !== extensionName) continue;
    const own = resources.find((one) => one.kind === 'Extension' && one.metadata.name === extensionName);
    const ofResource = own?.kind === 'Extension' ? own.spec.config : undefined;
    const ofRef = typeof ref === 'object' && 'config' in ref ? ref.config : undefined;
    // As the runtime lays them: the ref's `servers` stand in place of the resource's.
    const config: Record<string, unknown> = { ...ofResource, ...ofRef };
    if (isRecord(config['servers'])) Object.assign(servers, config['servers']);
  }
  return servers;
}
