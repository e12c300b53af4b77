/** A bundle with a scripted model and a tool that does what a test asks of it. */
export const testBundle = {
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec:
  provider: scripted
  model: script
  options:
    rules:
      - when: { user: '^add (\\d+) (\\d+)$' }
        calls: [{ tool: probe__add, args: { left: 1, right: 2 } }]
      - when: { user: '^loud$' }
        calls: [{ tool: probe__loud }]
      - when: { user: '^danger$' }
        calls: [{ tool: probe__danger, args: { text: '{{input}}' } }]
      - when: { user: '^hang$' }
        calls: [{ tool: probe__hang }]
      - when: { user: '^later$' }
        calls: [{ tool: probe__later }]
      - when: { after: probe__later }
        text: 'It comes later.'
      - when: { user: 'was pending' }
        text: 'It came.'
      - when: { user: '^fail$' }
        calls: [{ tool: probe__fail }]
      - when: { after: probe__add }
        text: 'It is {{result.sum}}.'
      - when: { after: probe__hang, status: error }
        text: 'I was told.'
      - when: { after: probe__fail }
        text: 'It failed.'
      - when: { after: probe__danger }
        text: 'It is done.'
      - when: { after: probe__loud }
        text: 'It was loud.'
      - when: { user: '^hello$' }
        text: 'Hello.'
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
      annotations: { readOnly: true }
    - name: echo
      description: Gives back what it got
      parameters: { type: object }
      annotations: { readOnly: true }
    - name: value
      parameters: { type: object, properties: { value: { type: [number, string] } } }
    - name: fail
    - name: loud
    - name: danger
    - name: hang
    - name: later
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: hello }
spec:
  modelConfig: { modelRef: Model/script }
  tools: [Tool/probe]
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: idle }
spec:
  modelConfig: { modelRef: Model/script }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec:
  entryAgent: hello
  agents: [hello, idle]
  policy: { tools: { approvals: [{ tool: probe__danger }] } }
`,
  'probe.ts': `import { pending } from '@goondan/core';
export const handlers = {
  later: () => pending('job-77'),
  add: (_context, { left, right }) => ({ sum: left + right }),
  echo: (_context, input) => input,
  value: (_context, { value }) => ({ value }),
  fail: () => { throw new Error('on purpose'); },
  loud: () => {
    console.log('printed by a tool');
    process.stdout.write('written by a tool\\n');
    return null;
  },
  danger: () => 'done',
  hang: () => {
    console.error('hang has started');
    return new Promise(() => {});
  },
};
`,
};

/** A bundle with two mistakes. */
export const brokenBundle = {
  'goondan.yaml': testBundle['goondan.yaml']
    .replace('entry: ./probe.ts', 'entry: ./probe.ts\n  runtime: node')
    .replace('[Tool/probe]', '[Tool/prob]'),
  'probe.ts': testBundle['probe.ts'],
};
