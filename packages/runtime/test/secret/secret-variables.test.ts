import { expect, test } from 'bun:test';
import type { Resource } from '@goondan/core/bundle';
import { Resources } from '../../src/swarm/resources.ts';

const head = { apiVersion: 'goondan.ai/v1' } as const;

function variablesOf(...resources: readonly Resource[]): string[] {
  const own = { root: '/', resources: resources.map((resource) => ({ resource })) };
  return new Resources(own, []).secretVariables;
}

test('§12: the variables that hold secrets are those of tools, of permissions and of the settings of extensions', () => {
  const tool: Resource = {
    ...head,
    kind: 'Tool',
    metadata: { name: 'search' },
    spec: { entry: './a.ts', secrets: ['SEARCH_KEY'], exports: [{ name: 'go' }] },
  };
  const extension: Resource = {
    ...head,
    kind: 'Extension',
    metadata: { name: 'mcp' },
    spec: {
      entry: './b.ts',
      config: {
        env: 'NOT_A_VARIABLE',
        servers: { one: { headers: { Authorization: { valueFrom: { env: 'SERVER_TOKEN' } } } } },
        list: [{ valueFrom: { env: 'LISTED' } }, { valueFrom: { file: 'x' } }],
      },
    },
  };
  const agent: Resource = {
    ...head,
    kind: 'Agent',
    metadata: { name: 'helper' },
    spec: {
      modelConfig: { modelRef: 'Model/m' },
      extensions: [
        'Extension/logging',
        { ref: 'Extension/mcp', config: { token: { valueFrom: { env: 'OWN_TOKEN' } } } },
      ],
      policy: { permissions: { env: { allow: ['OF_AGENT'] } } },
    },
  };
  const swarm: Resource = {
    ...head,
    kind: 'Swarm',
    metadata: { name: 'main' },
    spec: {
      entryAgent: 'helper',
      agents: ['helper'],
      policy: { permissions: { env: { allow: ['OF_SWARM'] } } },
    },
  };
  expect(variablesOf(tool, extension, agent, swarm).toSorted()).toEqual([
    'LISTED',
    'OF_AGENT',
    'OF_SWARM',
    'OWN_TOKEN',
    'SEARCH_KEY',
    'SERVER_TOKEN',
  ]);
});
