import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { clusterOptions } from '../src/cluster/cluster-options.ts';
import { workerOptions } from '../src/cluster/worker-settings.ts';

const folder = join(import.meta.dir, '../../../docs/how-to/deploy-cluster');
const flags = [...clusterOptions, ...workerOptions].map(({ flags: typed }) => typed.split(' ')[0]);

async function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

describe('the files of the deployment guide', () => {
  test('kubernetes.yaml is YAML, and each document is an object of Kubernetes with a name', async () => {
    const documents = parseAllDocuments(await read('kubernetes.yaml'), { merge: true });
    if (!Array.isArray(documents)) throw new Error('there is no document');
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const kinds = documents.map((document) => objectSchema.parse(document.toJS()).kind);
    expect(kinds).toContain('Deployment');
    expect(kinds).toContain('StatefulSet');
  });

  test('restate.toml is TOML', async () => {
    expect(Bun.TOML.parse(await read('restate.toml'))).toMatchObject({ 'cluster-name': 'goondan' });
  });

  test.each(['kubernetes.yaml', 'goondan-worker@.service'])(
    '%s gives gdn worker only flags that it has',
    async (name) => {
      const text = (await read(name)).replaceAll(/^\s*#.*$/gm, '');
      const used = text.match(/(?<=[\s"'])--[a-z][a-z-]*/g) ?? [];
      expect(used.length).toBeGreaterThan(3);
      expect(used.filter((flag) => !flags.includes(flag))).toEqual([]);
    },
  );

  test('units have the sections that systemd wants', async () => {
    for (const name of ['restate.service', 'goondan-worker@.service']) {
      const sections = (await read(name)).match(/^\[\w+\]$/gm);
      expect({ name, sections }).toEqual({ name, sections: ['[Unit]', '[Service]', '[Install]'] });
    }
  });
});
