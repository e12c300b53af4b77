import { expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBundle } from '@goondan/core/bundle';
import { SecretMask } from '../../src/secret/secret-mask.ts';
import { agentDefinitions } from '../../src/swarm/agent-definition.ts';
import { loadAgent } from '../../src/swarm/load-agent.ts';
import { Resources } from '../../src/swarm/resources.ts';
import type { Agent } from '../../src/turn/agent.ts';
import { memoryConsole } from '../turn/support/memory-console.ts';

const model = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: m }
spec: { provider: scripted, model: m, options: { rules: [{ text: hi }] } }
---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: e }
spec: { entry: ./e.ts, config: { kept: 1, laid: under, deep: { a: 1 } } }
---
`;
const extension = `export function register(api, config) {
  api.tools.register({ name: 'config__show', description: JSON.stringify(config) }, () => null);
}`;

/** The agent `a` with that spec, loaded from a bundle on disk. */
async function agentWith(spec: string): Promise<Agent> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-load-'));
  try {
    const agent = `apiVersion: goondan.ai/v1\nkind: Agent\nmetadata: { name: a }\nspec:\n  modelConfig: { modelRef: Model/m }\n${spec}`;
    await writeFile(join(root, 'goondan.yaml'), `${model}${agent}\n`);
    await writeFile(join(root, 'prompt.md'), 'Be brief.\n간단히.\n');
    await writeFile(join(root, 'e.ts'), extension);
    const bundle = await loadBundle(root, { checkModules: false });
    expect(bundle.valid).toBe(true);
    const resources = new Resources(bundle, []);
    const [definition] = agentDefinitions(resources);
    if (definition === undefined) throw new Error('The bundle has no agent.');
    return await loadAgent({
      definition,
      resources,
      bundleRoot: root,
      env: {},
      logger: memoryConsole().logger,
      mask: new SecretMask([]),
      handles: { claim: () => true },
      extensionsFolder: join(root, 'extensions'),
      complete: async () => {},
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

test('SPEC §10: prompt.system is what the model is told, with nothing else to switch on', async () => {
  expect((await agentWith('  prompt: { system: "Be brief." }')).instructions).toBe('Be brief.');
  expect((await agentWith('')).instructions).toBeUndefined();
});

test('SPEC §10: prompt.systemRef is the text of the file, as it stands', async () => {
  expect((await agentWith('  prompt: { systemRef: prompt.md }')).instructions).toBe('Be brief.\n간단히.\n');
});

test('SPEC §10: the config of an extension ref is laid over that of the resource', async () => {
  const shown = async (ref: string): Promise<unknown> => {
    const { registry } = await agentWith(`  extensions: [${ref}]`);
    return JSON.parse(registry.get('config__show')?.item.description ?? 'null');
  };
  expect(await shown('Extension/e')).toEqual({ kept: 1, laid: 'under', deep: { a: 1 } });
  expect(await shown('{ ref: Extension/e, config: { laid: over, deep: { b: 2 } } }')).toEqual({
    kept: 1,
    laid: 'over',
    deep: { b: 2 },
  });
  expect(await shown('{ kind: Extension, name: e, config: { more: true } }')).toEqual({
    kept: 1,
    laid: 'under',
    deep: { a: 1 },
    more: true,
  });
});
