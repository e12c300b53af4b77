import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import type { Random } from '../random.ts';
import { witnessInput } from './witness.ts';

/** How many different turns the scripted model knows. */
export const shapeCount = 8;

/** The tools of the three steps of a turn: by their names the model knows how far it is. */
const steps = ['first', 'second', 'third'] as const;

/** Exports whose handler may be started more than once for one call. */
export const repeatableTools: ReadonlySet<string> = new Set(['repeatable', 'reading']);

/** What may be made wrong on purpose, to see that the judge sees it. */
export interface Sabotage {
  /** The runtime is told that every tool may be started again, which the judge does not believe. */
  readonly allRepeatable?: boolean;
}

/** Writes a bundle whose one agent does steps of parallel calls, with nothing but rules for a model. */
export async function writeBundle(folder: string, random: Random, sabotage: Sabotage = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Bun.write(join(folder, 'effects.ts'), exportFrom('handlers', 'effects.ts'));
  await Bun.write(join(folder, 'witness.ts'), exportFrom('register', 'witness.ts'));
  const documents = [
    ...steps.map((name) => tool(name, sabotage)),
    { kind: 'Extension', metadata: { name: 'witness' }, spec: { entry: './witness.ts' } },
    {
      kind: 'Model',
      metadata: { name: 'rules' },
      spec: { provider: 'scripted', model: 'rules', options: { rules: rules(random) } },
    },
    {
      kind: 'Agent',
      metadata: { name: 'worker' },
      spec: {
        modelConfig: { modelRef: 'Model/rules' },
        tools: steps.map((name) => `Tool/${name}`),
        extensions: ['Extension/witness'],
      },
    },
    {
      kind: 'Swarm',
      metadata: { name: 'chaos' },
      spec: { entryAgent: 'Agent/worker', agents: ['Agent/worker'] },
    },
  ];
  // JSON is YAML.
  const text = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await Bun.write(join(folder, 'goondan.yaml'), `${text.join('\n---\n')}\n`);
}

function exportFrom(name: string, file: string): string {
  return `export { ${name} } from ${JSON.stringify(join(import.meta.dir, file))};\n`;
}

function tool(name: string, { allRepeatable = false }: Sabotage): JsonObject {
  const parameters = {
    type: 'object',
    properties: { ms: { type: 'number' }, fails: { type: 'boolean' } },
    required: ['ms'],
  };
  const idempotent = { idempotent: true };
  const exports = [
    { name: 'plain', parameters, ...(allRepeatable ? { annotations: idempotent } : {}) },
    { name: 'alone', parameters, annotations: { sequential: true, ...(allRepeatable ? idempotent : {}) } },
    { name: 'repeatable', parameters, annotations: idempotent },
    { name: 'reading', parameters, annotations: { readOnly: true } },
  ];
  return { kind: 'Tool', metadata: { name }, spec: { entry: './effects.ts', exports } };
}

function rules(random: Random): JsonObject[] {
  const shapes = Array.from({ length: shapeCount }, (_, shape) => `^shape ${shape}$`);
  return [
    { when: { user: `^${RegExp.escape(witnessInput)}$` }, text: 'You heard it.' },
    ...shapes.map((user) => ({ when: { user }, calls: calls('first', random) })),
    ...shapes.map((user) => ({ when: { user, after: 'first__plain' }, calls: calls('second', random) })),
    ...shapes.map((user) => ({ when: { user, after: 'second__plain' }, calls: calls('third', random) })),
    { when: { after: 'third__plain' }, text: 'All done.' },
  ];
}

/** Each step has one plain call that can be answered to, and others beside it, before or after. */
function calls(step: (typeof steps)[number], random: Random): JsonObject[] {
  const others = Array.from({ length: 1 + random.below(3) }, () => ({
    tool: `${step}__${random.pick(['plain', 'plain', 'alone', 'repeatable', 'reading'])}`,
    args: random.below(20) === 0 ? { ms: 'no number' } : args(random),
  }));
  const at = random.below(others.length + 1);
  return [...others.slice(0, at), { tool: `${step}__plain`, args: args(random) }, ...others.slice(at)];
}

function args(random: Random): JsonObject {
  const ms = 1 + random.below(30);
  return random.below(8) === 0 ? { ms, fails: true } : { ms };
}
