/** A bundle without a mistake: all kinds, all forms of refs, Korean and emoji. */
export const validBundle = {
  'goondan.yaml': `# 군단
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: 빠른모델, labels: { 등급: 기본 } }
spec:
  provider: openai-compatible
  model: llama3
  endpoint: http://localhost:11434/v1
  apiKey: { valueFrom: { env: MODEL_KEY } }
  options: { seed: 7, stop: ["끝", null], nested: { deep: [1, 2.5, true] } }
---
apiVersion: goondan.ai/v1
kind: Tool
metadata:
  name: bash
  annotations: { owner: "팀 🚀" }
spec:
  entry: ./tools/bash/index.ts
  errorMessageLimit: 1200
  timeoutMs: 30000
  isolation: worker
  exports:
    - name: exec
      description: 명령을 실행한다 🐚
      parameters:
        type: object
        properties: { command: { type: string, description: "셸 명령" } }
        required: [command]
      annotations: { readOnly: false, destructive: true }
      output: { type: object }
    - name: kill-all_2
---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: audit }
spec:
  entry: ./extensions/audit.ts
  config: { level: 3 }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: 코더🤖 }
spec:
  modelConfig:
    modelRef: { kind: Model, name: 빠른모델 }
    params: { temperature: 0 }
  prompt:
    system: |
      너는 코더다.
      Be brief. 🙂
  tools:
    - Tool/bash
    - ref: Tool/calculator
    - { kind: Tool, name: web-search, package: "@goondan/base" }
  extensions:
    - { ref: Extension/audit, config: { level: 4 } }
    - Extension/mcp
  policy: { maxStepsPerTurn: 8, tools: { approvals: [{ tool: bash__exec, args: { command: "push|강제" } }] } }
  isolation: instance
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: planner }
spec:
  modelConfig: { modelRef: Model/빠른모델 }
  prompt: { systemRef: ./prompts/계획.md }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec:
  entryAgent: planner
  agents: [planner, { ref: Agent/코더🤖 }]
  policy:
    maxStepsPerTurn: 32
    budget: { maxTokens: 100000 }
    tools:
      timeoutMs: 30000
      maxTimeoutMs: 60000
      concurrency: 4
      whitelist: [bash__exec, "mcp__*"]
      registryDirect: false
      features: { mcp_tools: true, tools_policy: true }
    permissions:
      files: { allow: ["src/**"] }
      network: { allow: ["example.com:443"] }
      env: { allow: [PATH] }
      sandbox: auto
`,
  'tools/bash/index.ts': `export const handlers = { exec: () => null, 'kill-all_2': () => null };\n`,
  'extensions/audit.ts': `export function register() {}\n`,
  'prompts/계획.md': '계획을 세워라.\n',
};

/** What the valid bundle needs around it. */
export const validOptions = {
  stock: [
    { kind: 'Tool', name: 'calculator' },
    { kind: 'Tool', name: 'web-search' },
    { kind: 'Extension', name: 'mcp' },
  ],
  env: { MODEL_KEY: 'set' },
};
