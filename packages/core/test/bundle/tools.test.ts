import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const tool = (spec: string, name = 'bash'): Record<string, string> => ({
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: ${name} }
spec:
  entry: ./index.ts
${spec}`,
  'index.ts': 'export const handlers = { exec: () => null, kill: () => null };\n',
});
const plain = { checkModules: false };

describe('tool names', () => {
  golden(
    'NAME-3: an export name has no upper-case letter',
    tool('  exports:\n    - name: Exec\n'),
    `
goondan.yaml:7:13  E_CONFIG_TOOL_NAME  export name "Exec" has an upper-case letter
    6 |   exports:
    7 |     - name: Exec
      |             ^^^^ use lower-case letters, digits, - and _: exec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_NAME
`,
    plain,
  );
  golden(
    'NAME-3: an export name has no other script',
    tool('  exports:\n    - name: 실행\n'),
    `
goondan.yaml:7:13  E_CONFIG_TOOL_NAME  export name "실행" has a character that is not allowed: "실" (U+C2E4)
    6 |   exports:
    7 |     - name: 실행
      |             ^^^^ use lower-case letters, digits, - and _

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_NAME
`,
    plain,
  );
  golden(
    'NAME-2: neither part contains a double underscore',
    tool('  exports: [{ name: do__it }]\n', 'my__tool'),
    `
goondan.yaml:3:19  E_CONFIG_TOOL_NAME  resource name "my__tool" contains __, which separates resource and export
    2 | kind: Tool
    3 | metadata: { name: my__tool }
      |                   ^^^^^^^^ use my_tool
goondan.yaml:6:21  E_CONFIG_TOOL_NAME  export name "do__it" contains __, which separates resource and export
    5 |   entry: ./index.ts
    6 |   exports: [{ name: do__it }]
      |                     ^^^^^^ use do_it

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_NAME
`,
    plain,
  );
  golden(
    'NAME-4: a resource name does not end in an underscore',
    tool('  exports: [{ name: exec }]\n', 'bash_'),
    `
goondan.yaml:3:19  E_CONFIG_TOOL_NAME  resource name "bash_" ends in _, so that it could not be told from its exports
    2 | kind: Tool
    3 | metadata: { name: bash_ }
      |                   ^^^^^ use bash

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_NAME
`,
    plain,
  );
  golden(
    'NAME-5: a name too long says which and by how much',
    tool(`  exports: [{ name: exec }, { name: ${'x'.repeat(40)} }]\n`, 'a-very-long-resource-name'),
    `
goondan.yaml:6:37  E_CONFIG_TOOL_NAME  tool name "a-very-long-resource-name__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" has 67 characters, 3 more than the 64 that providers accept
    5 |   entry: ./index.ts
    6 |   exports: [{ name: exec }, { name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx }]
      |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ shorten the resource or the export name

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_NAME
`,
    plain,
  );
  golden(
    'SCH-2: two exports of one name are a mistake of the second',
    tool('  exports:\n    - name: exec\n    - name: exec\n'),
    `
goondan.yaml:5:10  E_CONFIG_HANDLER_SURPLUS  warning: the module has a handler "kill" that no export names
    4 | spec:
    5 |   entry: ./index.ts
      |          ^^^^^^^^^^ add an export for it, or remove it
goondan.yaml:8:13  E_CONFIG_TOOL_EXPORT_DUPLICATE  export "exec" is declared twice
    7 |     - name: exec
    8 |     - name: exec
      |             ^^^^ first on line 7: rename or remove one

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_EXPORT_DUPLICATE
`,
  );
});

describe('tool resources', () => {
  golden(
    'SCH-1: entry and exports are required',
    'apiVersion: goondan.ai/v1\nkind: Tool\nmetadata: { name: bash }\nspec: {}\n',
    `
goondan.yaml:4:1  E_CONFIG_MISSING_FIELD  spec.entry is missing
    3 | metadata: { name: bash }
    4 | spec: {}
      | ^^^^ add entry
goondan.yaml:4:1  E_CONFIG_MISSING_FIELD  spec.exports is missing
    3 | metadata: { name: bash }
    4 | spec: {}
      | ^^^^ add exports

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_MISSING_FIELD
`,
  );
  golden(
    'SCH-1: at least one export is required',
    tool('  exports: []\n'),
    `
goondan.yaml:6:12  E_CONFIG_VALUE  spec.exports must have at least 1 entry
    5 |   entry: ./index.ts
    6 |   exports: []
      |            ^^ add one

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
    plain,
  );
  golden(
    'SCH-3: runtime and auth of v1 are refused with a hint',
    tool('  runtime: node\n  auth: { provider: github }\n  exports: [{ name: exec }]\n'),
    `
goondan.yaml:6:3  E_CONFIG_REMOVED_FIELD  the field runtime of Goondan v1 is gone
    5 |   entry: ./index.ts
    6 |   runtime: node
      |   ^^^^^^^ remove it: every tool is run by Bun
goondan.yaml:7:3  E_CONFIG_REMOVED_FIELD  the field auth of Goondan v1 is gone
    6 |   runtime: node
    7 |   auth: { provider: github }
      |   ^^^^ remove it: a tool gets its secrets from the environment policy allows

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_REMOVED_FIELD
`,
    plain,
  );
  golden(
    'an isolation that does not exist names the nearest',
    tool(
      '  isolation: workr\n  timeoutMs: 1.5\n  exports: [{ name: exec, annotations: { readonly: true } }]\n',
    ),
    `
goondan.yaml:6:14  E_CONFIG_VALUE  spec.isolation cannot be "workr"
    5 |   entry: ./index.ts
    6 |   isolation: workr
      |              ^^^^^ did you mean worker?
goondan.yaml:7:14  E_CONFIG_TYPE  spec.timeoutMs must be a whole number, found the number 1.5
    6 |   isolation: workr
    7 |   timeoutMs: 1.5
      |              ^^^
goondan.yaml:8:42  E_CONFIG_UNKNOWN_FIELD  unknown field "readonly" in spec.exports[0].annotations
    7 |   timeoutMs: 1.5
    8 |   exports: [{ name: exec, annotations: { readonly: true } }]
      |                                          ^^^^^^^^ did you mean readOnly?

3 errors in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
    plain,
  );
});

describe('tool schemas', () => {
  golden(
    'SCH-5: each problem of a schema is placed at its node',
    tool(`  exports:
    - name: exec
      parameters:
        type: object
        properties:
          command: { type: strin }
          lines: { type: integer, minimum: "1" }
        required: command
      output: { $ref: "#/$defs/none" }
`),
    `
goondan.yaml:11:28  E_CONFIG_TOOL_SCHEMA  parameters is not a valid JSON Schema: must be one of "array", "boolean", "integer", "null", "number", "object", "string", got "strin" (did you mean "string"?)
   10 |         properties:
   11 |           command: { type: strin }
      |                            ^^^^^
goondan.yaml:12:44  E_CONFIG_TOOL_SCHEMA  parameters is not a valid JSON Schema: must be number, got string "1"
   11 |           command: { type: strin }
   12 |           lines: { type: integer, minimum: "1" }
      |                                            ^^^
goondan.yaml:13:19  E_CONFIG_TOOL_SCHEMA  parameters is not a valid JSON Schema: must be array, got string "command"
   12 |           lines: { type: integer, minimum: "1" }
   13 |         required: command
      |                   ^^^^^^^
goondan.yaml:14:23  E_CONFIG_TOOL_SCHEMA  output is not a valid JSON Schema: names "#/$defs/none", which cannot be found
   13 |         required: command
   14 |       output: { $ref: "#/$defs/none" }
      |                       ^^^^^^^^^^^^^^

4 errors in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_SCHEMA
`,
    plain,
  );
  golden(
    'SCH-5: parameters describe an object',
    tool('  exports:\n    - name: exec\n      parameters: { type: array }\n'),
    `
goondan.yaml:8:27  E_CONFIG_TOOL_SCHEMA  parameters must describe an object, found type "array"
    7 |     - name: exec
    8 |       parameters: { type: array }
      |                           ^^^^^ write type: object

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TOOL_SCHEMA
`,
    plain,
  );
  golden(
    'a schema that is no mapping is a wrong type',
    tool('  exports:\n    - name: exec\n      parameters: string\n'),
    `
goondan.yaml:8:19  E_CONFIG_TYPE  spec.exports[0].parameters must be a mapping, found a string
    7 |     - name: exec
    8 |       parameters: string
      |                   ^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
    plain,
  );
});

describe('isolation', () => {
  golden(
    'CTX-1: a tool that orchestrates does not run in a thread, where it would get no ctx.runtime',
    tool(
      '  isolation: worker\n  exports:\n    - name: exec\n    - name: kill\n      annotations: { orchestrates: true }\n',
    ),
    `
goondan.yaml:10:36  E_CONFIG_VALUE  export "kill" orchestrates, which it cannot in a thread of its own: ctx.runtime does not reach there
    9 |     - name: kill
   10 |       annotations: { orchestrates: true }
      |                                    ^^^^ leave out isolation: worker, or put this export into a Tool of its own

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
    plain,
  );
});
