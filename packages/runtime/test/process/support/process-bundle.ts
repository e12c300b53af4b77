import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tool export of a bundle for these tests. */
interface BundleExport {
  readonly name: string;
  readonly annotations?: Readonly<Record<string, boolean>>;
}

/** An agent of a bundle for these tests. */
interface BundleAgent {
  readonly name: string;
  readonly isolation?: 'agent' | 'instance';
  readonly extensions?: readonly string[];
  /** Without it the agent only answers. */
  readonly hasTool?: boolean;
  readonly policy?: object;
}

/** What a bundle is written with. */
export interface ProcessBundle {
  readonly agents: readonly BundleAgent[];
  /** The module of `Tool/probe`. */
  readonly handlers: string;
  readonly exports: readonly BundleExport[];
  readonly timeoutMs?: number;
  /** The variable that holds the key of the model. */
  readonly keyVariable?: string;
  /** Modules of extensions by name. */
  readonly extensions?: Readonly<Record<string, string>>;
}

/** Writes a bundle whose scripted model calls the export that the input names, with what follows it as `text`, answers `echo` with what follows it, and else `done`. */
export async function writeProcessBundle(root: string, bundle: ProcessBundle): Promise<string> {
  const { agents, handlers, exports, timeoutMs = 500, extensions = {}, keyVariable } = bundle;
  const rules = exports.flatMap(({ name }) => [
    { when: { user: `^${name}$` }, calls: [{ tool: `probe__${name}` }] },
    {
      when: { user: `^${name} (.*)$` },
      calls: [{ tool: `probe__${name}`, args: { text: '{{match.1}}' } }],
    },
  ]);
  const asked = { tool: 'agents__request', args: { target: '{{match.1}}', input: '{{match.2}}' } };
  const documents = [
    {
      kind: 'Model',
      metadata: { name: 'script' },
      spec: {
        provider: 'scripted',
        model: 'script',
        ...(keyVariable === undefined ? {} : { apiKey: { valueFrom: { env: keyVariable } } }),
        options: {
          rules: [
            ...rules,
            { when: { user: '^ask (\\S+) (.*)$' }, calls: [asked] },
            { when: { user: '^echo (.*)$' }, text: '{{match.1}}' },
            { text: 'done' },
          ],
        },
      },
    },
    {
      kind: 'Tool',
      metadata: { name: 'probe' },
      spec: { entry: './probe.ts', timeoutMs, exports },
    },
    ...Object.keys(extensions).map((name) => ({
      kind: 'Extension',
      metadata: { name },
      spec: { entry: `./${name}.ts` },
    })),
    ...agents.map(({ name, isolation, extensions: refs = [], hasTool = true, policy }) => ({
      kind: 'Agent',
      metadata: { name },
      spec: {
        modelConfig: { modelRef: 'Model/script' },
        tools: [...(hasTool ? ['Tool/probe'] : []), 'Tool/agents'],
        extensions: refs.map((ref) => `Extension/${ref}`),
        ...(isolation === undefined ? {} : { isolation }),
        ...(policy === undefined ? {} : { policy }),
      },
    })),
    {
      kind: 'Swarm',
      metadata: { name: 'swarm' },
      spec: { entryAgent: agents[0]?.name, agents: agents.map(({ name }) => name) },
    },
  ];
  const folder = join(root, 'bundle');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'probe.ts'), handlers);
  for (const [name, text] of Object.entries(extensions)) await writeFile(join(folder, `${name}.ts`), text);
  await writeFile(
    join(folder, 'goondan.yaml'),
    documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document })).join('\n---\n'),
  );
  return folder;
}
