import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the agent answers with a call, and what it answers at once. */
export const inputs = { call: 'add', words: 'hello' } as const;

/** Writes a bundle of one agent whose model is a script: `add` takes a tool call and two steps, anything else one step. */
export async function writeBundle(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Bun.write(
    join(folder, 'calc.ts'),
    'export const handlers = { add: (_context, { a, b }) => ({ sum: a + b }) };\n',
  );
  const number = { type: 'number' };
  const rules = [
    { when: { user: `^${inputs.call}$`, after: 'calc__add' }, text: 'The sum is {{result.sum}}.' },
    { when: { user: `^${inputs.call}$` }, calls: [{ tool: 'calc__add', args: { a: 1, b: 2 } }] },
    { text: 'Hello.' },
  ];
  const documents = [
    {
      kind: 'Tool',
      metadata: { name: 'calc' },
      spec: {
        entry: './calc.ts',
        exports: [
          {
            name: 'add',
            parameters: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
            annotations: { readOnly: true },
          },
        ],
      },
    },
    {
      kind: 'Model',
      metadata: { name: 'script' },
      spec: { provider: 'scripted', model: 'script', options: { rules } },
    },
    {
      kind: 'Agent',
      metadata: { name: 'adder' },
      spec: { modelConfig: { modelRef: 'Model/script' }, tools: ['Tool/calc'] },
    },
    { kind: 'Swarm', metadata: { name: 'bench' }, spec: { entryAgent: 'adder', agents: ['adder'] } },
  ];
  // JSON is YAML.
  const text = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await Bun.write(join(folder, 'goondan.yaml'), `${text.join('\n---\n')}\n`);
}
