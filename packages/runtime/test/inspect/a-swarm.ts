import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSwarm } from '../../src/swarm/open-swarm.ts';
import type { Swarm } from '../../src/swarm/swarm.ts';
import { workspaceLayout, type WorkspaceLayout } from '../../src/workspace/layout.ts';
import { memoryConsole } from '../turn/support/memory-console.ts';

const bundle = {
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec:
  provider: scripted
  model: script
  options:
    rules:
      - when: { user: '^add$' }
        calls: [{ tool: probe__add, args: { left: 1, right: 2 } }]
      - when: { user: '^danger$' }
        calls: [{ tool: probe__danger, args: { text: boom } }]
      - when: { user: '^hang$' }
        calls: [{ tool: probe__hang }]
      - when: { user: '^later (.*)$' }
        calls: [{ tool: probe__later, args: { handle: '{{match.1}}' } }]
      - when: { after: probe__add }
        text: 'It is {{result.sum}}.'
      - text: Well.
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: probe }
spec:
  entry: ./probe.ts
  exports:
    - { name: add, annotations: { readOnly: true } }
    - { name: danger }
    - { name: hang }
    - { name: later }
---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: memo }
spec: { entry: ./memo.ts }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: hello }
spec:
  modelConfig: { modelRef: Model/script }
  tools: [Tool/probe]
  extensions: [Extension/memo]
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: 점검 }
spec:
  modelConfig: { modelRef: Model/script }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec:
  entryAgent: hello
  agents: [hello, 점검]
  policy: { tools: { approvals: [{ tool: probe__danger }] } }
`,
  'probe.ts': `import { pending } from '@goondan/core';
export const handlers = {
  add: (_context, { left, right }) => ({ sum: left + right }),
  danger: (_context, { text }) => \`\${text} done\`,
  hang: (context) => new Promise((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason));
  }),
  later: (_context, { handle }) => pending(handle),
};
`,
  'memo.ts': `export function register(api) {
  api.pipeline.register('turn', async (ctx) => {
    await api.state.set('seen', true);
    return ctx.next();
  });
}
`,
};

/** A swarm of two agents on files of its own, and a second life for the same files. */
export interface TestSwarm {
  readonly root: string;
  readonly layout: WorkspaceLayout;
  /** Opens it in this process; not started yet. Closed with the test. */
  readonly open: () => Promise<Swarm>;
}

/** Makes one, hands it over and removes it. */
export async function withSwarm(use: (swarm: TestSwarm) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-inspect-'));
  const bundleRoot = join(root, 'bundle');
  const stateRoot = join(root, 'state');
  const opened: Swarm[] = [];
  try {
    await mkdir(bundleRoot);
    for (const [name, content] of Object.entries(bundle)) await writeFile(join(bundleRoot, name), content);
    await use({
      root,
      layout: workspaceLayout(stateRoot, bundleRoot),
      open: async () => {
        const swarm = await openSwarm({
          bundleRoot,
          stateRoot,
          env: {},
          logger: memoryConsole().logger,
          processes: 'none',
        });
        opened.push(swarm);
        return swarm;
      },
    });
  } finally {
    for (const swarm of opened) await swarm.close();
    await rm(root, { recursive: true, force: true });
  }
}

/** Resolves with the first runtime event of a type. */
export function eventOf(swarm: Swarm, type: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = swarm.engine.observe((event) => {
      if (event.type !== type) return;
      stop();
      resolve();
    });
  });
}

/** The code a promise is rejected with; undefined when it resolves. */
export function failureCode(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );
}
