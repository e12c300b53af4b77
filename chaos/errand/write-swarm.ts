import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';

/** An agent with rules for a model. */
interface ErrandAgent {
  readonly name: string;
  readonly rules: readonly JsonObject[];
  readonly tools?: readonly string[];
  readonly extensions?: readonly (string | JsonObject)[];
  readonly policy?: JsonObject;
}

/** What a bundle is written with. */
interface ErrandSwarm {
  readonly agents: readonly ErrandAgent[];
  /** Documents besides those of agents and models. */
  readonly documents?: readonly JsonObject[];
  /** Files of the bundle by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: JsonObject;
}

/** Writes a bundle of agents with scripted models. */
export function writeSwarm(
  folder: string,
  { agents, documents = [], files = {}, policy }: ErrandSwarm,
): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const all = [
    ...documents,
    ...agents.flatMap(({ name, rules, tools = [], extensions = [], policy: own }) => [
      {
        kind: 'Model',
        metadata: { name },
        spec: { provider: 'scripted', model: name, options: { rules: [...rules] } },
      },
      {
        kind: 'Agent',
        metadata: { name },
        spec: {
          modelConfig: { modelRef: `Model/${name}` },
          tools: [...tools],
          extensions: [...extensions],
          ...(own === undefined ? {} : { policy: own }),
        },
      },
    ]),
    {
      kind: 'Swarm',
      metadata: { name: 'chaos' },
      spec: {
        entryAgent: agents[0]?.name ?? '',
        agents: agents.map(({ name }) => name),
        ...(policy === undefined ? {} : { policy }),
      },
    },
  ];
  // JSON is YAML.
  const text = all.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  writeFileSync(join(folder, 'goondan.yaml'), `${text.join('\n---\n')}\n`);
}

/** An extension of a bundle that is one of ours, and the document that declares it. */
export function foreignExtension(name: string, path: string): { document: JsonObject; file: string } {
  return {
    document: { kind: 'Extension', metadata: { name }, spec: { entry: `./${name}.ts` } },
    file: `export { register } from ${JSON.stringify(path)};\n`,
  };
}

/** The tools whose handlers write down what they do, and the files of the bundle they need. */
export function actsTool(path: string): { document: JsonObject; file: string } {
  const parameters = {
    type: 'object',
    properties: { ms: { type: 'number' }, note: { type: 'string' } },
    required: ['ms'],
  };
  const exports = [
    { name: 'plain', parameters },
    { name: 'repeatable', parameters, annotations: { idempotent: true } },
  ];
  return {
    document: { kind: 'Tool', metadata: { name: 'acts' }, spec: { entry: './acts.ts', exports } },
    file: `export { handlers } from ${JSON.stringify(path)};\n`,
  };
}
