import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelResource } from '@goondan/core/bundle';

const handlers = `export const handlers = {
  add: (ctx, { a, b }) => ({ sum: a + b }),
  leak: (ctx, { how }) => {
    const key = globalThis.wireKeyOfTest;
    ctx.logger.info('the key is', key, { nested: { key } });
    if (how === 'throw') throw new Error('failed with ' + key);
    if (how === 'big') return key + ' ' + 'x'.repeat(60_000) + key;
    return { key, [key]: key, list: ['Bearer ' + key], encoded: Buffer.from(key).toString('base64') };
  },
};
`;

/** Writes a bundle whose one agent has a tool of its own and thinks with the model. */
export async function writeWireBundle(root: string, { spec }: ModelResource): Promise<string> {
  const parameters = { type: 'object' };
  const documents = [
    { kind: 'Model', metadata: { name: 'wire' }, spec },
    {
      kind: 'Tool',
      metadata: { name: 'calc' },
      spec: {
        entry: './calc.ts',
        exports: ['add', 'leak'].map((name) => ({ name, description: name, parameters })),
      },
    },
    {
      kind: 'Agent',
      metadata: { name: 'adder' },
      spec: {
        modelConfig: { modelRef: 'Model/wire' },
        prompt: { system: 'You add.' },
        tools: [{ ref: 'Tool/calc' }],
      },
    },
    {
      kind: 'Swarm',
      metadata: { name: 'adders' },
      spec: { entryAgent: 'Agent/adder', agents: ['Agent/adder'] },
    },
  ];
  const bundle = join(root, 'bundle');
  await mkdir(bundle, { recursive: true });
  await writeFile(join(bundle, 'calc.ts'), handlers);
  const texts = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await writeFile(join(bundle, 'goondan.yaml'), texts.join('\n---\n'));
  return bundle;
}
