import type { AgentEvent } from '@goondan/core';
import { loadBundle } from '@goondan/core/bundle';
import { agentNotFound, LocalEngine } from '../engine/local/local-engine.ts';
import { knownSecrets } from '../secret/known-secrets.ts';
import { maskedConsole } from '../secret/masked-console.ts';
import { SecretMask } from '../secret/secret-mask.ts';
import { loadStock } from '../stock/load-stock.ts';
import { createOtlpExport } from '../telemetry/otlp.ts';
import type { Agent } from '../turn/agent.ts';
import { stepItems } from '../turn/run-step.ts';
import { runTurn } from '../turn/run-turn.ts';
import { workspaceLayout } from '../workspace/layout.ts';
import { agentDefinitions } from './agent-definition.ts';
import { BundleError } from './bundle-error.ts';
import { loadAgent } from './load-agent.ts';
import { Resources, type Rooted } from './resources.ts';
import type { OpenSwarmOptions, Swarm } from './swarm.ts';

const defaultRetentionMs = 14 * 24 * 60 * 60 * 1000;

/** Reads a bundle and makes it ready to run in this process. Throws a `BundleError` when it is not valid. */
export async function openSwarm(options: OpenSwarmOptions): Promise<Swarm> {
  const { bundleRoot, stateRoot, env = process.env, retentionMs = defaultRetentionMs } = options;
  const stock = await loadStock();
  const bundle = await readBundle(bundleRoot, { stock: stock.names, env });
  const resources = new Resources(bundle, { root: stock.root ?? bundle.root, resources: stock.resources });
  const mask = new SecretMask(knownSecrets(resources.models, env));
  const logger = maskedConsole(options.logger ?? console, mask);
  if (stock.warning !== undefined) logger.warn(stock.warning);
  const stockTools = stock.names.filter(({ kind }) => kind === 'Tool').map(({ name }) => name);
  const definitions = agentDefinitions(resources, bundleRoot === undefined ? stockTools : []);
  const names = definitions.map(({ name }) => name);
  const loaded = new Map<string, Promise<Agent>>();

  const agentNamed = async (name: string): Promise<Agent> => {
    const definition = definitions.find((candidate) => candidate.name === name);
    if (definition === undefined) throw agentNotFound(name, names);
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const agent = loadAgent({
      definition,
      resources,
      bundleRoot: bundle.root,
      env,
      logger,
      mask,
      handles: { claim: (handle, owner) => engine.claimHandle(handle, owner) },
    });
    loaded.set(name, agent);
    return agent;
  };
  const engine = new LocalEngine({
    layout: workspaceLayout(stateRoot, bundleRoot),
    agents: names,
    runnerOf: async (name) => {
      const agent = await agentNamed(name);
      return (context, input) => runTurn(context, agent, input);
    },
    logger,
    mask: (event: AgentEvent) => mask.json(event),
    retentionMs,
  });
  const otlp = createOtlpExport({ env, logger });
  if (otlp !== undefined) engine.observe((event) => otlp.observe(event));
  return {
    engine,
    entryAgent: names[0] ?? 'tools',
    agents: names,
    catalogOf: async (name) => stepItems(await agentNamed(name)),
    registryOf: async (name) => (await agentNamed(name)).registry.items(),
    async close() {
      await engine.stop();
      await otlp?.close();
    },
  };
}

async function readBundle(
  root: string | undefined,
  options: Parameters<typeof loadBundle>[1],
): Promise<Rooted> {
  if (root === undefined) return { root: process.cwd(), resources: [] };
  const bundle = await loadBundle(root, options);
  if (!bundle.valid) throw new BundleError(bundle);
  return bundle;
}
