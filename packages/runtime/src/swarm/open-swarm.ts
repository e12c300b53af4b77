import { loadBundle } from '@goondan/core/bundle';
import type { Engine } from '../engine/engine.ts';
import { LocalEngine } from '../engine/local/local-engine.ts';
import { Orchestrator } from '../engine/local/process/orchestrator.ts';
import { knownSecrets } from '../secret/known-secrets.ts';
import { maskedConsole } from '../secret/masked-console.ts';
import { SecretMask } from '../secret/secret-mask.ts';
import { loadStock } from '../stock/load-stock.ts';
import { createOtlpExport } from '../telemetry/otlp.ts';
import { runTurn } from '../turn/run-turn.ts';
import { stepItems } from '../turn/step-items.ts';
import { workspaceLayout } from '../workspace/layout.ts';
import { agentDefinitions } from './agent-definition.ts';
import { AgentLoader, type AgentLoaderOptions } from './agent-loader.ts';
import { BundleError } from './bundle-error.ts';
import { Resources, type Rooted } from './resources.ts';
import type { OpenSwarmOptions, Swarm } from './swarm.ts';

const defaultRetentionMs = 14 * 24 * 60 * 60 * 1000;

/** Reads a bundle and makes it ready to run. Throws a `BundleError` when it is not valid. */
export async function openSwarm(options: OpenSwarmOptions): Promise<Swarm> {
  const { bundleRoot, stateRoot, env = process.env } = options;
  const stock = await loadStock();
  const bundle = await readBundle(bundleRoot, { stock: stock.names, env });
  const stockBundle = { root: stock.root ?? bundle.root, resources: stock.resources };
  const resources = new Resources(bundle, stockBundle);
  const mask = new SecretMask(knownSecrets(resources, env));
  const logger = maskedConsole(options.logger ?? console, mask);
  if (stock.warning !== undefined) logger.warn(stock.warning);
  const definitions = agentDefinitions(resources);
  const layout = workspaceLayout(stateRoot, bundleRoot);
  const parts = { definitions, resources, bundleRoot: bundle.root, layout, env, logger, mask };
  const loader = new AgentLoader(parts);
  const engine =
    options.processes === 'none'
      ? inThisProcess(parts, loader, options)
      : inProcesses(parts, { own: bundle, stock: stockBundle }, options);
  const otlp = createOtlpExport({ env, logger });
  if (otlp !== undefined) engine.observe((event) => otlp.observe(event));
  const names = definitions.map(({ name }) => name);
  return {
    engine,
    entryAgent: names[0] ?? 'tools',
    agents: names,
    catalogOf: async (name) => stepItems(await loader.load(name)),
    registryOf: async (name) => (await loader.load(name)).registry.items(),
    async close() {
      await engine.stop();
      await otlp?.close();
    },
  };
}

function inThisProcess(parts: AgentLoaderOptions, loader: AgentLoader, options: OpenSwarmOptions): Engine {
  const { layout, logger, mask, definitions } = parts;
  return new LocalEngine({
    layout,
    agents: definitions.map(({ name }) => name),
    runnerOf: async (name) => {
      const agent = await loader.load(name);
      return (context, input) => runTurn(context, agent, input);
    },
    logger,
    mask: (event) => mask.json(event),
    retentionMs: options.retentionMs ?? defaultRetentionMs,
  });
}

function inProcesses(
  { layout, logger, mask, definitions, env }: AgentLoaderOptions,
  { own, stock }: { readonly own: Rooted; readonly stock: Rooted },
  options: OpenSwarmOptions,
): Engine {
  return new Orchestrator({
    layout,
    agents: definitions.map(({ name, resource }) => ({
      name,
      isolation: resource?.spec.isolation ?? 'agent',
    })),
    order: {
      stateRoot: options.stateRoot,
      bundleRoot: options.bundleRoot ?? null,
      own: own.resources.map(({ resource }) => resource),
      stock: { root: stock.root, resources: stock.resources.map(({ resource }) => resource) },
      retentionMs: options.retentionMs ?? defaultRetentionMs,
    },
    logger,
    mask: (event) => mask.json(event),
    env,
    hasSpare: options.processes !== 'once',
    logs: options.logs ?? 'inherit',
    ...(options.maxAgentMemory === undefined ? {} : { maxMemory: options.maxAgentMemory }),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
  });
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
