import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const stock = [
  { kind: 'Tool', name: 'bash' },
  { kind: 'Extension', name: 'mcp' },
];
const rest = `---
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec: { provider: scripted, model: rules }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec: { entryAgent: coder, agents: [coder] }
`;
const agent = (spec: string): string => `apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: coder }
spec:
  modelConfig: { modelRef: Model/fast }
${spec}${rest}`;

describe('refs', () => {
  golden(
    'a ref to nothing names the nearest stock resource',
    agent('  tools:\n    - ref: Tool/bsah\n'),
    `
goondan.yaml:7:12  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Tool/bsah, which does not exist
    6 |   tools:
    7 |     - ref: Tool/bsah
      |            ^^^^^^^^^ did you mean Tool/bash (stock)?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
    { stock },
  );
  golden(
    'a ref to nothing names the nearest of the bundle',
    agent('').replace('modelRef: Model/fast', 'modelRef: Model/fastt'),
    `
goondan.yaml:5:28  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Model/fastt, which does not exist
    4 | spec:
    5 |   modelConfig: { modelRef: Model/fastt }
      |                            ^^^^^^^^^^^ did you mean Model/fast?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
  );
  golden(
    'a ref to nothing like it says what to add',
    agent('  tools: [{ kind: Tool, name: search }]\n'),
    `
goondan.yaml:6:31  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Tool/search, which does not exist
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [{ kind: Tool, name: search }]
      |                               ^^^^^^ add a Tool named search

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
    { stock },
  );
  golden(
    'a ref into a package that has no such resource is not found',
    agent('  tools: [{ kind: Tool, name: bash, package: other }]\n'),
    `
goondan.yaml:6:46  E_CONFIG_REF_NOT_FOUND  Agent/coder uses Tool/bash of package other, which is not known
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [{ kind: Tool, name: bash, package: other }]
      |                                              ^^^^^ use @goondan/base, or leave package out

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
    { stock },
  );
  golden(
    'a plain name is no ref to a tool',
    agent('  tools:\n    - bash\n'),
    `
goondan.yaml:7:7  E_CONFIG_REF  "bash" is not a reference
    6 |   tools:
    7 |     - bash
      |       ^^^^ write Tool/bash

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF
`,
    { stock },
  );
  golden(
    'a ref with blanks, a number and a mapping of something else are no refs',
    agent('  tools: [Tool/a b, 7, { tool: bash }]\n'),
    `
goondan.yaml:6:11  E_CONFIG_REF  "Tool/a b" is not a reference
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [Tool/a b, 7, { tool: bash }]
      |           ^^^^^^^^ write Tool/name
goondan.yaml:6:21  E_CONFIG_REF  spec.tools[1] is not a reference
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [Tool/a b, 7, { tool: bash }]
      |                     ^ write Tool/name
goondan.yaml:6:24  E_CONFIG_REF  spec.tools[2] is not a reference
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [Tool/a b, 7, { tool: bash }]
      |                        ^^^^^^^^^^^^^^ write Tool/name

3 errors in goondan.yaml.  More: gdn explain E_CONFIG_REF
`,
    { stock },
  );
  golden(
    'a ref of a kind its place does not take is refused',
    agent('  tools: [Model/fast]\n  extensions: [{ kind: Tool, name: mcp }]\n'),
    `
goondan.yaml:6:11  E_CONFIG_REF_KIND  spec.tools[0] takes a ref to Tool, found "Model/fast"
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [Model/fast]
      |           ^^^^^^^^^^ name a Tool here
goondan.yaml:7:24  E_CONFIG_REF_KIND  spec.extensions[0] takes a ref to Extension, found "Tool/mcp"
    6 |   tools: [Model/fast]
    7 |   extensions: [{ kind: Tool, name: mcp }]
      |                        ^^^^ did you mean Extension/mcp?

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_REF_KIND
`,
    { stock },
  );
  golden(
    'a ref of a misspelt kind is put right',
    agent('  tools: [Tol/bash]\n'),
    `
goondan.yaml:6:11  E_CONFIG_REF_KIND  spec.tools[0] takes a ref to Tool, found "Tol/bash"
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [Tol/bash]
      |           ^^^^^^^^ did you mean Tool/bash?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_KIND
`,
    { stock },
  );
  golden(
    'a ref listed twice, in whatever form, is a warning',
    agent('  tools:\n    - Tool/bash\n    - { ref: Tool/bash }\n'),
    `
goondan.yaml:8:14  E_CONFIG_REF_DUPLICATE  warning: Tool/bash is listed twice in spec.tools
    7 |     - Tool/bash
    8 |     - { ref: Tool/bash }
      |              ^^^^^^^^^ first on line 7: remove one

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_REF_DUPLICATE
`,
    { stock },
  );
  golden(
    'config belongs to refs of extensions only',
    agent(
      '  tools: [{ ref: Tool/bash, config: {} }]\n  extensions: [{ ref: Extension/mcp, config: { a: 1 } }]\n',
    ),
    `
goondan.yaml:6:29  E_CONFIG_UNKNOWN_FIELD  unknown field "config" in spec.tools[0]
    5 |   modelConfig: { modelRef: Model/fast }
    6 |   tools: [{ ref: Tool/bash, config: {} }]
      |                             ^^^^^^ known here: ref, kind, name, package

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
    { stock },
  );
  golden(
    'a ref to a document whose YAML is broken is not reported on top',
    agent('  tools: [Tool/mine]\n') + '---\nkind: Tool\nmetadata: { name: mine }\nspec: [\n',
    `
goondan.yaml:20:8  E_CONFIG_YAML_SYNTAX  a bracket opened before is not closed by ]
   19 | metadata: { name: mine }
   20 | spec: [
      |        ^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_SYNTAX
`,
    { stock },
  );
});

describe('swarms', () => {
  const swarm = (spec: string): string => agent('').replace('{ entryAgent: coder, agents: [coder] }', spec);
  golden(
    'an agent of a swarm must exist',
    swarm('{ entryAgent: coder, agents: [coder, Agent/codr] }'),
    `
goondan.yaml:15:44  E_CONFIG_REF_NOT_FOUND  Swarm/main uses Agent/codr, which does not exist
   14 | metadata: { name: main }
   15 | spec: { entryAgent: coder, agents: [coder, Agent/codr] }
      |                                            ^^^^^^^^^^ did you mean Agent/coder?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
  );
  golden(
    'the entry agent must be one of the agents',
    `${swarm('{ entryAgent: Agent/planner, agents: [coder] }')}---\napiVersion: goondan.ai/v1\nkind: Agent\nmetadata: { name: planner }\nspec: { modelConfig: { modelRef: Model/fast } }\n`,
    `
goondan.yaml:15:21  E_CONFIG_SWARM_ENTRY  entryAgent planner is not one of the agents of Swarm/main
   14 | metadata: { name: main }
   15 | spec: { entryAgent: Agent/planner, agents: [coder] }
      |                     ^^^^^^^^^^^^^ add Agent/planner to agents
goondan.yaml:19:19  E_CONFIG_AGENT_STRAY  warning: Agent/planner is in no swarm
   18 | kind: Agent
   19 | metadata: { name: planner }
      |                   ^^^^^^^ add it to agents of a Swarm

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_SWARM_ENTRY
`,
  );
  golden(
    'a swarm needs an agent',
    swarm('{ entryAgent: coder, agents: [] }'),
    `
goondan.yaml:3:19  E_CONFIG_AGENT_STRAY  warning: Agent/coder is in no swarm
    2 | kind: Agent
    3 | metadata: { name: coder }
      |                   ^^^^^ add it to agents of a Swarm
goondan.yaml:15:21  E_CONFIG_SWARM_ENTRY  entryAgent coder is not one of the agents of Swarm/main
   14 | metadata: { name: main }
   15 | spec: { entryAgent: coder, agents: [] }
      |                     ^^^^^ add Agent/coder to agents
goondan.yaml:15:36  E_CONFIG_VALUE  spec.agents must have at least 1 entry
   14 | metadata: { name: main }
   15 | spec: { entryAgent: coder, agents: [] }
      |                                    ^^ add one

2 errors, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'an agent in no swarm is a warning',
    agent('').replace(/---\napiVersion: goondan.ai\/v1\nkind: Swarm[^]*$/, ''),
    `
goondan.yaml:3:19  E_CONFIG_AGENT_STRAY  warning: Agent/coder is in no swarm
    2 | kind: Agent
    3 | metadata: { name: coder }
      |                   ^^^^^ add it to agents of a Swarm

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_AGENT_STRAY
`,
  );
});
