import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { writeSwarm } from '../errand/write-swarm.ts';

/** Writes a bundle whose one agent makes so many calls in a turn, some of which fail or run in a worker thread. */
export function writeSoakBundle(folder: string, callsPerTurn: number): void {
  const parameters = { type: 'object', properties: { index: { type: 'number' } } };
  const exports = ['nothing', 'fail', 'gauge'].map((name) => ({ name, parameters }));
  const calls = Array.from({ length: callsPerTurn }, (_, index): JsonObject => {
    const tool = index === 1 ? 'load__fail' : index === 2 ? 'boxed__nothing' : 'load__nothing';
    return { tool, args: { index } };
  });
  writeSwarm(folder, {
    agents: [
      {
        name: 'worker',
        rules: [
          { when: { after: 'load__gauge' }, text: 'told' },
          { when: { after: 'bash__exec' }, text: 'ran' },
          { when: { after: 'load__nothing' }, text: 'done' },
          { when: { user: '^gauge$' }, calls: [{ tool: 'load__gauge', args: {} }] },
          {
            when: { user: '^shell$' },
            calls: [{ tool: 'bash__exec', args: { command: 'sleep 60 & echo hello' } }],
          },
          { calls },
        ],
        tools: ['Tool/load', 'Tool/boxed', 'Tool/bash'],
        policy: { permissions: { sandbox: 'off' } },
      },
    ],
    documents: [
      { kind: 'Tool', metadata: { name: 'load' }, spec: { entry: './load.ts', exports } },
      {
        kind: 'Tool',
        metadata: { name: 'boxed' },
        spec: { entry: './load.ts', isolation: 'worker', exports },
      },
    ],
    files: { 'load.ts': `export { handlers } from ${JSON.stringify(join(import.meta.dir, 'load.ts'))};\n` },
  });
}
