import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRef } from '@goondan/core/bundle';
import type { ServerConfig } from '@goondan/mcp';
import { isMap, isScalar, isSeq, parseAllDocuments, type Document } from 'yaml';
import { UsageError } from '../error/usage-error.ts';
import { extensionName } from './configured-servers.ts';
import { addToYaml } from './add-to-yaml.ts';

const extensionRef = `Extension/${extensionName}`;
const featurePath = ['spec', 'policy', 'tools', 'features', 'mcp_tools'];

/** What was written, and what is left to a person. */
export interface DeclaredServers {
  readonly agent: string;
  readonly notes: readonly string[];
}

/** Declares servers to the entry agent of the bundle, and switches MCP on where nothing is said of it; comments stay. Throws `E_USAGE`. */
export async function declareServers(
  bundleRoot: string,
  servers: ReadonlyMap<string, ServerConfig>,
): Promise<DeclaredServers> {
  const file = join(bundleRoot, 'goondan.yaml');
  const text = await readFile(file, 'utf8');
  const documents = documentsOf(text);
  const swarm = documents.find((document) => document.get('kind') === 'Swarm');
  const agent = entryAgentOf(documents, swarm);
  refuseOwnExtension(documents);
  let written = text;
  for (const [key, config] of servers) {
    const index = documents.indexOf(agent);
    const { path, value } = additionOf(documentsOf(written)[index] ?? agent, key, config);
    written = addToYaml(written, { document: index, path }, value);
  }
  const feature = swarm?.getIn(featurePath);
  if (swarm !== undefined && feature === undefined)
    written = addToYaml(written, { document: documents.indexOf(swarm), path: featurePath }, true);
  await writeFile(file, written);
  return { agent: nameOf(agent), notes: featureNotes(swarm, feature) };
}

function documentsOf(text: string): Document[] {
  return [parseAllDocuments(text)].flat();
}

function featureNotes(swarm: Document | undefined, feature: unknown): string[] {
  if (swarm === undefined)
    return ['MCP servers are used only where a Swarm has policy.tools.features.mcp_tools: true'];
  if (feature === undefined) return ['switched on policy.tools.features.mcp_tools of the Swarm'];
  return feature === true
    ? []
    : ['policy.tools.features.mcp_tools of the Swarm is off: the server is not used until it is on'];
}

function entryAgentOf(documents: readonly Document[], swarm: Document | undefined): Document {
  const agents = documents.filter((document) => document.get('kind') === 'Agent');
  const entry = parseRef(plain(swarm?.getIn(['spec', 'entryAgent'])), 'Agent')?.name;
  const found = entry === undefined ? agents[0] : agents.find((document) => nameOf(document) === entry);
  if (found !== undefined) return found;
  throw new UsageError(
    'goondan.yaml has no entry agent that a server could be declared to; nothing was written',
    'Add an Agent, and name it as entryAgent of the Swarm.',
  );
}

/** A ref's servers would stand in place of those, and take them away. */
function refuseOwnExtension(documents: readonly Document[]): void {
  const own = documents.find(
    (document) => document.get('kind') === 'Extension' && nameOf(document) === extensionName,
  );
  if (own?.getIn(['spec', 'config', 'servers']) === undefined) return;
  throw new UsageError(
    `the servers of this bundle stand in its own ${extensionRef}; nothing was written`,
    'Add the server to spec.config.servers of that document.',
  );
}

interface Addition {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

function additionOf(agent: Document, key: string, config: ServerConfig): Addition {
  const path = ['spec', 'extensions'];
  const whole = { ref: extensionRef, config: { servers: { [key]: config } } };
  const list = agent.getIn(path, true);
  if (!isSeq(list) || list.items.length === 0) return { path, value: [whole] };
  const index = list.items.findIndex((item) => parseRef(plain(item))?.name === extensionName);
  if (index < 0) return { path: [...path, list.items.length], value: whole };
  if (!isMap(list.items[index])) return { path: [...path, index], value: whole };
  return { path: [...path, index, 'config', 'servers', key], value: config };
}

function nameOf(document: Document): string {
  return String(document.getIn(['metadata', 'name']));
}

/** The value of a node. */
function plain(node: unknown): unknown {
  if (isMap(node) || isSeq(node)) return node.toJSON();
  return isScalar(node) ? node.value : node;
}
