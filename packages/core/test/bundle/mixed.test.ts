import { describe, expect, test } from 'bun:test';
import { golden, loadFiles } from './bundle-folder.ts';

const files = {
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Agent
metadata:
  name: coder
spec:
  modelConfig:
    modelRef: Model/fst
  tools:
    - ref: Tool/bsah
    - Tool/mine
  isolaton: agent
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: mine }
spec:
  entry: ./mine.ts
  runtime: node
  exports:
    - name: Exec
      parameters: { type: object, properties: { a: { type: text } } }
    - name: list
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: broken
spec: {}
---
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec:
  provider: openai
  model: gpt
  apiKey: { value: sk-0123456789abcdef }
---
apiVersion: goondan.ai/v2
kind: Swarn
metadata: { name: main }
spec:
  entryAgent: coder
  agents: [coder, Agent/planer]
  policy:
    tools: { whitelist: [bash], timeoutMs: soon }
---
[not, a, resource]
`,
  'mine.ts': 'export const handlers = { exec: () => null };\n',
};

describe('all mistakes in one pass', () => {
  golden(
    'SCH-5: no mistake hides another',
    files,
    `
goondan.yaml:7:15  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Model/fst, which does not exist
    6 |   modelConfig:
    7 |     modelRef: Model/fst
      |               ^^^^^^^^^ did you mean Model/fast?
goondan.yaml:9:12  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Tool/bsah, which does not exist
    8 |   tools:
    9 |     - ref: Tool/bsah
      |            ^^^^^^^^^ did you mean Tool/bash (stock)?
goondan.yaml:11:3  E_CONFIG_UNKNOWN_FIELD  unknown field "isolaton" in spec
   10 |     - Tool/mine
   11 |   isolaton: agent
      |   ^^^^^^^^ did you mean isolation?
goondan.yaml:17:10  E_CONFIG_HANDLER_SURPLUS  warning: the module has a handler "exec" that no export names
   16 | spec:
   17 |   entry: ./mine.ts
      |          ^^^^^^^^^ did you mean it for export Exec?
goondan.yaml:18:3  E_CONFIG_REMOVED_FIELD  the field runtime of Goondan v1 is gone
   17 |   entry: ./mine.ts
   18 |   runtime: node
      |   ^^^^^^^ remove it: every tool is run by Bun
goondan.yaml:20:13  E_CONFIG_HANDLER  the module has no handler for export "Exec"
   19 |   exports:
   20 |     - name: Exec
      |             ^^^^ the module has exec: rename one of the two
goondan.yaml:20:13  E_CONFIG_TOOL_NAME  export name "Exec" has an upper-case letter
   19 |   exports:
   20 |     - name: Exec
      |             ^^^^ use lower-case letters, digits, - and _: exec
goondan.yaml:21:60  E_CONFIG_TOOL_SCHEMA  parameters is not a valid JSON Schema: must be one of "array", "boolean", "integer", "null", "number", "object", "string", got "text"
   20 |     - name: Exec
   21 |       parameters: { type: object, properties: { a: { type: text } } }
      |                                                            ^^^^
goondan.yaml:22:13  E_CONFIG_HANDLER  the module has no handler for export "list"
   21 |       parameters: { type: object, properties: { a: { type: text } } }
   22 |     - name: list
      |             ^^^^ add handlers["list"] to the module
goondan.yaml:27:1  E_CONFIG_YAML_SYNTAX  a bracket opened before is not closed by }
   26 | metadata: { name: broken
   27 | spec: {}
      | ^
goondan.yaml:35:20  E_CONFIG_SECRET  warning: the API key of Model/fast stands in the file for everyone to read
   34 |   model: gpt
   35 |   apiKey: { value: ******************* }
      |                    ^^^^^^^^^^^^^^^^^^^ use valueFrom: { env: NAME_OF_VARIABLE }
goondan.yaml:37:13  E_CONFIG_API_VERSION  apiVersion must be goondan.ai/v1, found "goondan.ai/v2"
   37 | apiVersion: goondan.ai/v2
      |             ^^^^^^^^^^^^^ use goondan.ai/v1
goondan.yaml:38:7  E_CONFIG_KIND  there is no kind "Swarn"
   37 | apiVersion: goondan.ai/v2
   38 | kind: Swarn
      |       ^^^^^ did you mean Swarm?
goondan.yaml:42:19  E_CONFIG_REF_NOT_FOUND  Swarm/main uses Agent/planer, which does not exist
   41 |   entryAgent: coder
   42 |   agents: [coder, Agent/planer]
      |                   ^^^^^^^^^^^^ add an Agent named planer
goondan.yaml:44:14  E_CONFIG_POLICY_IDLE  warning: this whitelist has no effect: features.tools_policy is off
   43 |   policy:
   44 |     tools: { whitelist: [bash], timeoutMs: soon }
      |              ^^^^^^^^^ add features: { tools_policy: true }
goondan.yaml:44:26  E_CONFIG_POLICY_PATTERN  "bash" is neither a full tool name nor resource__*
   43 |   policy:
   44 |     tools: { whitelist: [bash], timeoutMs: soon }
      |                          ^^^^ write bash__* for all tools of bash
goondan.yaml:44:44  E_CONFIG_TYPE  spec.policy.tools.timeoutMs must be a number, found a string
   43 |   policy:
   44 |     tools: { whitelist: [bash], timeoutMs: soon }
      |                                            ^^^^
goondan.yaml:46:1  E_CONFIG_DOCUMENT  a document must be a mapping, found a list
   46 | [not, a, resource]
      | ^^^^^^^^^^^^^^^^^^ begin with apiVersion, kind, metadata and spec

15 errors, 3 warnings in goondan.yaml.  More: gdn explain E_CONFIG_DOCUMENT
`,
    { stock: [{ kind: 'Tool', name: 'bash' }] },
  );

  test('findings come in the order of the file', async () => {
    const { findings } = await loadFiles(files);
    const places = findings.map(({ line, column }) => line * 1000 + column);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test('every finding has a code, a message, a place and a suggestion', async () => {
    for (const finding of (await loadFiles(files)).findings) {
      expect(finding.code).toStartWith('E_CONFIG_');
      expect(finding.message).not.toBe('');
      expect(finding.suggestion).toMatch(/^[\p{Lu}\d].*[.?!]$/u);
      expect(finding.file).toBe('goondan.yaml');
    }
  });
});
