/** A bundle that does what tests of the server ask of it. Its agents think by rules. */
export const servedBundle: Readonly<Record<string, string>> = {
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec:
  provider: scripted
  model: script
  options:
    rules:
      - when: { user: '^danger$' }
        calls: [{ tool: probe__danger }]
      - when: { after: probe__danger, status: ok }
        text: 'It is done.'
      - when: { after: probe__danger, status: error }
        text: 'It was refused: {{result.message}}'
      - when: { user: '^hang$' }
        calls: [{ tool: probe__hang }]
      - when: { user: '^remember (.+)$' }
        text: 'I have it.'
      - text: 'I heard {{input}}.'
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: probe }
spec:
  entry: ./probe.ts
  exports:
    - name: add
      description: Adds two numbers
      parameters:
        type: object
        properties: { left: { type: number }, right: { type: number } }
        required: [left, right]
        additionalProperties: false
      annotations: { readOnly: true, idempotent: true }
      output: { type: object, properties: { sum: { type: number } }, required: [sum] }
    - name: echo
    - name: fail
    - name: loud
    - name: danger
      annotations: { destructive: true }
    - name: hang
    - name: begun
    - name: ended
    - name: later
    - name: question
    - name: picture
      parameters: { type: object, properties: { bytes: { type: number } } }
    - name: large
    - name: place
    - name: slow
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: worker, annotations: { description: Does what the tests want. } }
spec:
  modelConfig: { modelRef: Model/script }
  tools: [Tool/probe]
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: other }
spec:
  modelConfig: { modelRef: Model/script }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec:
  entryAgent: worker
  agents: [worker, other]
  policy: { tools: { approvals: [{ tool: probe__danger }] } }
`,
  'probe.ts': `import { ask, pending } from '@goondan/core';
import { existsSync } from 'node:fs';
const begun = Promise.withResolvers();
const ended = Promise.withResolvers();
export const handlers = {
  add: (_context, { left, right }) => ({ sum: left + right }),
  echo: (_context, input) => input,
  fail: () => { throw new Error('on purpose'); },
  loud: () => {
    console.log('printed by a tool');
    process.stdout.write('written by a tool\\n');
    return 'quiet';
  },
  danger: () => 'done',
  hang: (context) => {
    context.signal.addEventListener('abort', () => ended.resolve('aborted'));
    begun.resolve('begun');
    return new Promise(() => {});
  },
  begun: () => begun.promise,
  ended: () => ended.promise,
  later: () => pending('job-77'),
  question: ({ answered }) => answered === undefined
    ? ask({ message: 'Which one?', schema: { type: 'object', properties: { number: { type: 'number' } } } })
    : { answer: answered.answer },
  picture: (_context, { bytes = 3 }) => ({
    content: [{ type: 'image', data: Buffer.alloc(bytes, 1).toString('base64'), mimeType: 'image/png' }],
  }),
  large: () => 'x'.repeat(200_000),
  place: ({ workdir, agentName }) => ({ workdir, agentName, pid: process.pid }),
  // Ends as soon as somebody makes the file.
  slow: async ({ workdir, signal }) => {
    while (!signal.aborted && !existsSync(workdir + '/go')) await Bun.sleep(20);
    return 'slow but sure';
  },
};
`,
};
