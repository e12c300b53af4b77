import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** What a generated bundle allows. */
export interface PolicySetup {
  /** Names of the resources that the worker lists. */
  readonly declared: readonly string[];
  readonly swarm: readonly string[] | undefined;
  readonly own: readonly string[] | undefined;
  readonly environment: readonly string[] | undefined;
  /** What the boss passes on with its requests. */
  readonly travelled: readonly string[] | undefined;
  readonly isEnforced: boolean;
}

/** Every tool there is in such a bundle. */
export const toolNames = ['a__x', 'a__y', 'b__x', 'c__x', 'dyn__x'] as const;

const exportsOf = { a: ['x', 'y'], b: ['x'], c: ['x'] };

/** A bundle of tools that note their starts, a worker whose model asks for all of them, and a boss who asks the worker. */
export function policyBundle(setup: PolicySetup): Record<string, string> {
  const { declared, swarm, own, travelled, isEnforced } = setup;
  const whitelist = (list: readonly string[] | undefined) =>
    list === undefined ? {} : { whitelist: [...list] };
  const document = (kind: string, name: string, spec: object): object => ({
    apiVersion: 'goondan.ai/v1',
    kind,
    metadata: { name },
    spec,
  });
  const scripted = (calls: readonly object[]): object => ({
    provider: 'scripted',
    model: 'script',
    options: { rules: [{ when: { user: '.' }, calls }, { text: 'done' }] },
  });
  const documents = [
    document('Model', 'worker', scripted(toolNames.map((tool) => ({ tool, args: {} })))),
    document(
      'Model',
      'boss',
      scripted([{ tool: 'agents__request', args: { target: 'worker', input: 'go' } }]),
    ),
    ...Object.entries(exportsOf).map(([name, exported]) =>
      document('Tool', name, { entry: `./${name}.ts`, exports: exported.map((one) => ({ name: one })) }),
    ),
    document('Extension', 'dyn', { entry: './dyn.ts' }),
    document('Agent', 'worker', {
      modelConfig: { modelRef: 'Model/worker' },
      tools: declared.map((name) => `Tool/${name}`),
      extensions: ['Extension/dyn'],
      policy: { tools: whitelist(own) },
    }),
    document('Agent', 'boss', {
      modelConfig: { modelRef: 'Model/boss' },
      tools: ['Tool/agents'],
      ...(travelled === undefined ? {} : { policy: { delegate: { whitelist: [...travelled] } } }),
    }),
    document('Swarm', 'main', {
      entryAgent: 'worker',
      agents: ['worker', 'boss'],
      policy: { tools: { ...whitelist(swarm), features: { tools_policy: isEnforced, mcp_tools: true } } },
    }),
  ];
  const noted = `import { appendFileSync } from 'node:fs';
const note = (name) => () => { appendFileSync(import.meta.dir + '/starts', name + '\\n'); return 'ran'; };
`;
  const modules = Object.entries(exportsOf).map(([name, exported]) => {
    const handlers = exported.map((one) => `${one}: note('${name}__${one}')`).join(', ');
    return [`${name}.ts`, `${noted}export const handlers = { ${handlers} };\n`] as const;
  });
  return {
    'goondan.yaml': documents.map((one) => stringify(one)).join('---\n'),
    ...Object.fromEntries(modules),
    'dyn.ts': `${noted}export const register = (api) => void api.tools.register({ name: 'dyn__x' }, note('dyn__x'));\n`,
  };
}

/** What has started since it was last asked, by name. */
export async function takeStarts(bundle: string): Promise<string[]> {
  const path = join(bundle, 'starts');
  await appendFile(path, '');
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .toSorted();
}
