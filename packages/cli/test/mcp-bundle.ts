import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceLayout } from '@goondan/runtime';
import { z } from 'zod';
import { gdn, type Place } from './gdn.ts';

/** The server that shows everything, from npm, run by the Bun that runs the tests. */
export function everythingServer(): { command: string; args: string[] } {
  const root = dirname(
    Bun.resolveSync('@modelcontextprotocol/server-everything/package.json', import.meta.dir),
  );
  return { command: process.execPath, args: ['--no-install', join(root, 'dist/index.js')] };
}

/** A bundle whose agent has that server as `all`, and as `broken` one that cannot be started. */
export async function bundleWithServer(folder: string): Promise<void> {
  const servers = { all: everythingServer(), broken: { command: './no-such-program' } };
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'goondan.yaml'),
    `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec: { provider: scripted, model: script, options: { rules: [{ when: { user: '.' }, text: 'Hello.' }] } }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: hello }
spec:
  modelConfig: { modelRef: Model/script }
  extensions:
    - ref: Extension/mcp
      config:
        servers: ${JSON.stringify(servers)}
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec: { entryAgent: hello, agents: [hello], policy: { tools: { features: { mcp_tools: true } } } }
`,
  );
}

const pinsSchema = z.looseObject({
  pinned: z.record(z.string(), z.looseObject({ hash: z.string(), tool: z.looseObject({}) })),
});

/** Has the tools of `all` pinned, one of them with another description than the server gives, and the server asked again. */
export async function driftOf(place: Place, bundleRoot: string, tool: string): Promise<void> {
  await gdn(place, ['tool', 'list', '-C', bundleRoot]);
  const { extensions } = workspaceLayout(join(place.root, 'state'), bundleRoot);
  const folder = join(extensions, 'mcp/pins');
  const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('all-'));
  const file = join(folder, name);
  const pins = pinsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const pin = pins.pinned[tool];
  if (pin === undefined) throw new Error(`${tool} is not pinned`);
  pins.pinned[tool] = { ...pin, hash: 'other', tool: { ...pin.tool, description: 'As it was.' } };
  await writeFile(file, JSON.stringify(pins));
  await gdn(place, ['tool', 'call', `all__${tool}`, '--arg', 'message=hi', '-C', bundleRoot]);
}
