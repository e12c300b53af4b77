import type { HandleOwner, JsonValue } from '@goondan/core';
import { literalSecretsOf, loadBundle, type FormatFindingsInput } from '@goondan/core/bundle';
import { inspectModules } from '../bundle-module/inspect-modules.ts';
import type { Engine } from '../engine/engine.ts';
import { knownSecrets, type KnownSecret } from '../secret/known-secrets.ts';
import { maskedConsole } from '../secret/masked-console.ts';
import { SecretMask } from '../secret/secret-mask.ts';
import { loadStock } from '../stock/load-stock.ts';
import { createOtlpExport } from '../telemetry/otlp.ts';
import { workspaceLayout } from '../workspace/layout.ts';
import { agentDefinitions } from './agent-definition.ts';
import { missingWhitelist } from './agent-policy.ts';
import type { AgentLoaderOptions } from './agent-loader.ts';
import { BundleError } from './bundle-error.ts';
import { lateLoader, type Loader } from './late-loader.ts';
import { reachableStock } from './reachable-stock.ts';
import { Resources, type Rooted } from './resources.ts';
import type { OpenSwarmOptions, Swarm, SwarmEngine, SwarmParts } from './swarm.ts';

const defaultRetentionMs = 14 * 24 * 60 * 60 * 1000;

/** Reads a bundle and makes it ready to run. Throws a `BundleError` when it is not valid. */
export async function openSwarm(options: OpenSwarmOptions): Promise<Swarm> {
  const { bundleRoot, stateRoot, env = process.env } = options;
  const stock = await loadStock();
  const bundle = await readBundle(bundleRoot, {
    stock: stock.names,
    env,
    inspectModules: (files) => inspectModules(files, { env }),
  });
  const resources = new Resources(bundle, stock.bundles);
  const literals = bundle.resources.flatMap(literalsOf);
  const mask = new SecretMask([...knownSecrets(resources, env), ...literals]);
  const logger = maskedConsole(options.logger ?? console, mask);
  if (stock.warning !== undefined) logger.warn(stock.warning);
  const definitions = agentDefinitions(resources);
  const notice = missingWhitelist(definitions, env);
  if (notice !== undefined) logger.warn(notice);
  const layout = workspaceLayout(stateRoot, bundleRoot);
  const complete = (handle: string, outcome: JsonValue): Promise<void> => engine.complete(handle, outcome);
  const parts = { definitions, resources, bundleRoot: bundle.root, layout, env, logger, mask, complete };
  let elsewhere: SwarmEngine | undefined;
  const claimHandle = async (handle: string, owner: HandleOwner): Promise<boolean> =>
    (await elsewhere?.claimHandle(handle, owner)) ?? false;
  const loader = lateLoader(options.engine === undefined ? parts : { ...parts, claimHandle });
  elsewhere = options.engine?.(swarmParts(parts, loader));
  const engine =
    elsewhere ?? (await engineHere(parts, loader, { bundle, stock: stock.bundles, literals, options }));
  const otlp = createOtlpExport({ env, logger });
  if (otlp !== undefined) engine.observe((event) => otlp.observe(event));
  const names = definitions.map(({ name }) => name);
  return {
    engine,
    entryAgent: names[0] ?? 'tools',
    agents: names,
    warnings: { findings: bundle.findings, source: bundle.source },
    catalogOf: async (name) => {
      const { stepItems } = await import('../turn/step-items.ts');
      return stepItems(await loader.load(name));
    },
    registryOf: async (name) => (await loader.load(name)).registry.items(),
    explainCall: async (name, call, { askedBy } = {}) => {
      const { explainCall } = await import('../turn/explain-call.ts');
      const asker = askedBy === undefined ? undefined : await loader.load(askedBy);
      return explainCall(await loader.load(name), call, asker?.policy.delegates ?? []);
    },
    async close() {
      await engine.stop();
      await loader.stop();
      await otlp?.close();
    },
  };
}

interface HereOptions {
  readonly bundle: Rooted;
  readonly stock: readonly Rooted[];
  readonly literals: readonly KnownSecret[];
  readonly options: OpenSwarmOptions;
}

/** Only what is used of the two engines is imported. */
function engineHere(
  parts: AgentLoaderOptions,
  loader: Loader,
  { bundle, stock, literals, options }: HereOptions,
): Promise<Engine> {
  return options.processes === 'none'
    ? inThisProcess(parts, loader, options)
    : inProcesses(parts, { own: bundle, stock, literals }, options);
}

/** What any engine needs that runs agents in this process. */
function swarmParts({ layout, logger, mask, definitions }: AgentLoaderOptions, loader: Loader): SwarmParts {
  return {
    layout,
    agents: definitions.map(({ name }) => name),
    runnerOf: async (name) => {
      const agent = await loader.load(name);
      const { runTurn } = await import('../turn/run-turn.ts');
      return (context, input) => runTurn(context, agent, input);
    },
    logger,
    mask: (value) => mask.json(value),
  };
}

async function inThisProcess(
  parts: AgentLoaderOptions,
  loader: Loader,
  options: OpenSwarmOptions,
): Promise<Engine> {
  const { LocalEngine } = await import('../engine/local/local-engine.ts');
  return new LocalEngine({
    ...swarmParts(parts, loader),
    keepsTrying: true,
    retentionMs: options.retentionMs ?? defaultRetentionMs,
  });
}

/** What processes are told of the bundle. */
interface SwarmSources {
  readonly own: Rooted;
  readonly stock: readonly Rooted[];
  readonly literals: readonly KnownSecret[];
}

async function inProcesses(
  { layout, logger, mask, definitions, env, resources }: AgentLoaderOptions,
  { own, stock, literals }: SwarmSources,
  options: OpenSwarmOptions,
): Promise<Engine> {
  const { Orchestrator } = await import('../engine/local/process/orchestrator.ts');
  return new Orchestrator({
    layout,
    agents: definitions.map(({ name, resource }) => ({
      name,
      isolation: resource?.spec.isolation ?? 'agent',
    })),
    order: (agent) => ({
      stateRoot: options.stateRoot,
      bundleRoot: options.bundleRoot ?? null,
      own: own.resources.map(({ resource }) => resource),
      stock: reachableStock(
        stock,
        definitions.find(({ name }) => name === agent),
      ),
      secretVariables: resources.secretVariables,
      literals: [...literals],
      retentionMs: options.retentionMs ?? defaultRetentionMs,
    }),
    logger,
    mask,
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
): Promise<Rooted & FormatFindingsInput> {
  if (root === undefined) return { root: process.cwd(), resources: [], findings: [], source: '' };
  const bundle = await loadBundle(root, options);
  if (!bundle.valid) throw new BundleError(bundle);
  return bundle;
}

/** What stands in the file and should not: it is shown to nobody all the same. */
function literalsOf({ resource }: Rooted['resources'][number]): KnownSecret[] {
  const name = `${resource.kind}/${resource.metadata.name}`;
  return literalSecretsOf(resource).map((value) => ({ name, value }));
}
