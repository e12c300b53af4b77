import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a bundle of two agents with scripted models, which answer at once: `asker` asks `answerer` as often as it is told. */
export async function writeBundle(folder: string, counts: readonly number[]): Promise<string> {
  const root = join(folder, 'bundle');
  await mkdir(root, { recursive: true });
  await Bun.write(
    join(root, 'goondan.yaml'),
    documents(counts)
      .map((document) => JSON.stringify(document))
      .join('\n---\n'),
  );
  return root;
}

function documents(counts: readonly number[]): unknown[] {
  const request = { tool: 'agents__request', args: { target: 'answerer', input: 'hello' } };
  const rules = [
    ...counts.map((count) => ({
      when: { user: `^ask ${count}$` },
      calls: Array.from({ length: count }, () => request),
    })),
    { text: 'done' },
  ];
  return [
    resource('Model', 'asker', { provider: 'scripted', model: 'asker', options: { rules } }),
    resource('Model', 'answerer', {
      provider: 'scripted',
      model: 'answerer',
      options: { rules: [{ text: 'hi' }] },
    }),
    resource('Agent', 'asker', { modelConfig: { modelRef: 'Model/asker' }, tools: ['Tool/agents'] }),
    resource('Agent', 'answerer', { modelConfig: { modelRef: 'Model/answerer' } }),
    resource('Swarm', 'bench', {
      entryAgent: 'asker',
      agents: ['asker', 'answerer'],
      // One after the other: each request waits for its own round trip and commits.
      policy: { tools: { concurrency: 1 } },
    }),
  ];
}

function resource(kind: string, name: string, spec: unknown): unknown {
  return { apiVersion: 'goondan.ai/v1', kind, metadata: { name }, spec };
}
