import { expect, test } from 'bun:test';
import type { Resource } from '@goondan/core/bundle';
import { agentDefinitions } from '../../src/swarm/agent-definition.ts';
import { reachableStock } from '../../src/swarm/reachable-stock.ts';
import { Resources } from '../../src/swarm/resources.ts';

const head = { apiVersion: 'goondan.ai/v1' } as const;

function tool(name: string): Resource {
  return { ...head, kind: 'Tool', metadata: { name }, spec: { entry: './a.ts', exports: [{ name: 'a' }] } };
}

function extension(name: string): Resource {
  return { ...head, kind: 'Extension', metadata: { name }, spec: { entry: './a.ts' } };
}

const stock = [
  { root: '/first', resources: [tool('bash'), tool('files'), extension('mcp'), extension('planner')] },
  { root: '/second', resources: [tool('bash'), tool('search')] },
].map(({ root, resources }) => ({ root, resources: resources.map((resource) => ({ resource })) }));

function reached(own: readonly Resource[]): string[] {
  const bundle = { root: '/own', resources: own.map((resource) => ({ resource })) };
  const [definition] = agentDefinitions(new Resources(bundle, stock));
  return reachableStock(stock, definition).flatMap(({ root, resources }) =>
    resources.map(({ kind, metadata }) => `${root} ${kind}/${metadata.name}`),
  );
}

test('CAT-5: a process is told of the stock what its agent names', () => {
  const agent: Resource = {
    ...head,
    kind: 'Agent',
    metadata: { name: 'a' },
    spec: {
      modelConfig: { modelRef: 'Model/m' },
      tools: ['Tool/bash', { ref: 'Tool/own' }],
      extensions: [{ ref: 'Extension/mcp', config: {} }],
    },
  };
  const names = ['/first Tool/bash', '/first Extension/mcp', '/second Tool/bash'];
  expect(reached([agent, tool('own')])).toEqual(names);
});

test('without a bundle it is told of every stock tool', () => {
  const tools = ['/first Tool/bash', '/first Tool/files', '/second Tool/bash', '/second Tool/search'];
  expect(reached([])).toEqual(tools);
});
