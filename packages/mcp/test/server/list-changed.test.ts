import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import type { Client } from '@modelcontextprotocol/client';
import { hostileServer } from '../client/hostile-server.ts';
import { families, inPlace, newClient, overHttp, overStdio, withClient, type Place } from './served.ts';

const object = { type: 'object' };
const change = { name: 'change', inputSchema: object };

/** Serves a bundle with an MCP server whose tools stand in a file, hands over a way to change them, and the place. */
function inChangingBundle(
  use: (place: Place, list: (...names: string[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  return inPlace({}, async (place) => {
    const file = join(place.bundle, 'tools.json');
    const list = (...names: string[]): Promise<void> =>
      writeFile(file, JSON.stringify([change, ...names.map((name) => ({ name, inputSchema: object }))]));
    await list();
    const servers = JSON.stringify({ one: hostileServer(`--tools=${file}`) });
    await writeFile(
      join(place.bundle, 'goondan.yaml'),
      `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec: { provider: scripted, model: script, options: { rules: [{ text: Hello. }] } }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: worker }
spec:
  modelConfig: { modelRef: Model/script }
  extensions: [{ ref: Extension/mcp, config: { servers: ${servers} } }]
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec: { entryAgent: worker, agents: [worker], policy: { tools: { features: { mcp_tools: true } } } }
`,
    );
    await use(place, list);
  });
}

/** Changes the tools behind the agent by a call, and waits to be told. */
async function changed(client: Client, list: (...names: string[]) => Promise<void>): Promise<string[]> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['one__change', 'agent__worker']);
  const told = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
  });
  await list('extra');
  await client.callTool({ name: 'one__change', arguments: {} });
  await told;
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
  const { content } = await client.callTool({ name: 'one__extra', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: 'extra {}' }]);
  return tools.map(({ name }) => name);
}

test.each(families)(
  'MCP-2: a client over stdio is told when the catalog changes, and can call what is new (%s)',
  async (family) => {
    await inChangingBundle(async (place, list) => {
      await overStdio(place, newClient(family), async (client) => {
        if (family === 'modern') await client.listen({ toolsListChanged: true });
        expect(await changed(client, list)).toEqual(['one__change', 'one__extra', 'agent__worker']);
      });
    });
  },
);

test.each(families)(
  'MCP-2: a client over HTTP is told when the catalog changes, and can call what is new (%s)',
  async (family) => {
    await inChangingBundle(async (place, list) => {
      await overHttp(place, (served) =>
        withClient(served, newClient(family), async (client) => {
          if (family === 'modern') await client.listen({ toolsListChanged: true });
          expect(await changed(client, list)).toEqual(['one__change', 'one__extra', 'agent__worker']);
        }),
      );
    });
  },
);
