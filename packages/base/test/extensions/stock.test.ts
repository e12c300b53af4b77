import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { isRecord, parseJson, type JsonObject, type JsonValue } from '@goondan/core';
import { loadBundle } from '@goondan/core/bundle';
import { inputEvent, loadStock, openSwarm } from '@goondan/runtime';
import { stockRoot } from '../stock-tools.ts';
import { inFolder } from './support/a-conversation.ts';
import { memoryConsole } from './support/memory-console.ts';

const names = [
  'logging',
  'message-compaction',
  'message-window',
  'rate-limit',
  'retry',
  'skills',
  'tool-search',
];

/** Writes a bundle whose one agent has these extensions and loads a skill. */
async function writeBundle(root: string, extensions: readonly JsonObject[]): Promise<void> {
  const rules = [
    { when: { after: 'skills__load' }, text: 'It says: {{result.content}}' },
    { when: { user: '.' }, calls: [{ tool: 'skills__load', args: { name: '인사' } }] },
  ];
  const documents = [
    {
      kind: 'Model',
      metadata: { name: 'm' },
      spec: { provider: 'scripted', model: 'm', options: { rules } },
    },
    {
      kind: 'Agent',
      metadata: { name: 'a' },
      spec: { modelConfig: { modelRef: 'Model/m' }, tools: ['Tool/calculator'], extensions },
    },
    { kind: 'Swarm', metadata: { name: 's' }, spec: { entryAgent: 'a', agents: ['a'] } },
  ];
  const texts = documents.map((document) =>
    JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }, null, 1),
  );
  await mkdir(join(root, 'skills'), { recursive: true });
  await writeFile(join(root, 'goondan.yaml'), texts.join('\n---\n'));
  await writeFile(join(root, 'skills/인사.md'), '---\ndescription: 인사하는 법.\n---\n안녕하세요.');
}

/** The example on the page of each extension, as an agent has it. */
async function examples(): Promise<JsonObject[]> {
  return Promise.all(
    names.map(async (name) => {
      const module: unknown = await import(join(stockRoot, `extensions/${name}/index.ts`));
      const [declared]: unknown[] = isRecord(module) ? Object.values(module) : [];
      const schema = isRecord(declared) ? declared['config'] : undefined;
      const given: unknown = isRecord(schema) ? schema['examples'] : undefined;
      const config: unknown = Array.isArray(given) ? given[0] : undefined;
      return { ref: `Extension/${name}`, config: asJson(config) };
    }),
  );
}

function asJson(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}

describe('the stock extensions', () => {
  test.each(['none', 'once'] as const)(
    'are found by name, take the config of their examples, and work together in one agent (processes: %s)',
    async (processes) => {
      await inFolder(async (root) => {
        const bundleRoot = join(root, 'bundle');
        await writeBundle(bundleRoot, await examples());
        const { logger } = memoryConsole();
        const swarm = await openSwarm({
          bundleRoot,
          stateRoot: join(root, 'state'),
          processes,
          logger,
          logs: 'files',
        });
        try {
          await swarm.engine.start();
          const to = { agent: swarm.entryAgent, instanceKey: 'default' };
          const outcome = await swarm.engine.request(to, inputEvent('hello'));
          expect(outcome).toMatchObject({ status: 'completed', output: 'It says: 안녕하세요.' });
        } finally {
          await swarm.close();
        }
      });
    },
  );

  test('SCH-5: a config of one of them that does not fit is found before anything runs, at its place', async () => {
    await inFolder(async (root) => {
      await writeBundle(root, [
        { ref: 'Extension/retry', config: { atempts: 3 } },
        { ref: 'Extension/rate-limit' },
        { ref: 'Extension/skills', config: { folder: 7 } },
      ]);
      const { findings } = await loadBundle(root, { stock: (await loadStock()).names });
      const said = findings.map(({ code, message }) => `${code} ${message.split(' (')[0]}`);
      expect(said).toEqual([
        'E_CONFIG_EXTENSION_CONFIG Extension/retry: config.atempts is not allowed',
        'E_CONFIG_EXTENSION_CONFIG Extension/rate-limit: config.limits is required',
        'E_CONFIG_EXTENSION_CONFIG Extension/skills: config.folder must be string, got number 7',
      ]);
      expect(findings.every(({ line }) => line > 1)).toBe(true);
      expect(findings[0]?.message).toContain('did you mean "attempts"?');
    });
  });

  test.each(names)(
    '%s says all of its config: a description of every property, nothing unknown, an example',
    async (name) => {
      const module: unknown = await import(join(stockRoot, `extensions/${name}/index.ts`));
      const [declared]: unknown[] = isRecord(module) ? Object.values(module) : [];
      if (!isRecord(declared)) throw new Error('nothing is declared');
      expect(declared).toMatchObject({ name, config: { type: 'object', additionalProperties: false } });
      expect(undescribed(declared['config'])).toEqual([]);
    },
  );
});

/** The properties of a schema that lack a description, nested ones by their path. */
function undescribed(schema: unknown, path = ''): string[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(schema) || !isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const place = `${path}/${name}`;
    const isDescribed = isRecord(property) && typeof property['description'] === 'string';
    const items = isRecord(property) ? property['items'] : undefined;
    return [...(isDescribed ? [] : [place]), ...undescribed(property, place), ...undescribed(items, place)];
  });
}
