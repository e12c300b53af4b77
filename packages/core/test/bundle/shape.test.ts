import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const head = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
`;
const swarm = `apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
`;

describe('fields and values', () => {
  golden(
    'an unknown field names the nearest known one',
    `${head}spec:\n  providr: scripted\n  provider: scripted\n  model: rules\n`,
    `
goondan.yaml:5:3  E_CONFIG_UNKNOWN_FIELD  unknown field "providr" in spec
    4 | spec:
    5 |   providr: scripted
      |   ^^^^^^^ did you mean provider?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'an unknown field like none lists what is known',
    `${head}spec: { provider: scripted, model: rules, price: 3 }\n`,
    `
goondan.yaml:4:43  E_CONFIG_UNKNOWN_FIELD  unknown field "price" in spec
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: rules, price: 3 }
      |                                           ^^^^^ known here: provider, model, apiKey, endpoint, options

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'an unknown field at the top is placed',
    `${head}status: ok\nspec: { provider: scripted, model: rules }\n`,
    `
goondan.yaml:4:1  E_CONFIG_UNKNOWN_FIELD  unknown field "status" in a Model
    3 | metadata: { name: fast }
    4 | status: ok
      | ^^^^^^ known here: apiVersion, kind, metadata, spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'a missing field is placed at its parent',
    `${head}spec:\n  provider: scripted\n`,
    `
goondan.yaml:4:1  E_CONFIG_MISSING_FIELD  spec.model is missing
    3 | metadata: { name: fast }
    4 | spec:
      | ^^^^ add model

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MISSING_FIELD
`,
  );
  golden(
    'a missing spec is placed at the first line',
    head,
    `
goondan.yaml:1:1  E_CONFIG_MISSING_FIELD  spec is missing
    1 | apiVersion: goondan.ai/v1
      | ^^^^^^^^^^ add spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MISSING_FIELD
`,
  );
  golden(
    'a wrong type says what was expected and what was found',
    `${head}spec:\n  provider: scripted\n  model: [rules]\n`,
    `
goondan.yaml:6:10  E_CONFIG_TYPE  spec.model must be a string, found a list
    5 |   provider: scripted
    6 |   model: [rules]
      |          ^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'a number in place of text is asked into quotes',
    `${head}spec:\n  provider: scripted\n  model: 4\n`,
    `
goondan.yaml:6:10  E_CONFIG_TYPE  spec.model must be a string, found the number 4
    5 |   provider: scripted
    6 |   model: 4
      |          ^ in quotes: "4"

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'a key without value is no value',
    `${head}spec:\n  provider: scripted\n  model:\n`,
    `
goondan.yaml:6:3  E_CONFIG_TYPE  spec.model must be a string, found nothing
    5 |   provider: scripted
    6 |   model:
      |   ^^^^^ give it a value, or remove the key

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'a provider that does not exist names the nearest',
    `${head}spec: { provider: antropic, model: m }\n`,
    `
goondan.yaml:4:19  E_CONFIG_VALUE  spec.provider cannot be "antropic"
    3 | metadata: { name: fast }
    4 | spec: { provider: antropic, model: m }
      |                   ^^^^^^^^ did you mean anthropic?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a provider like none lists the known ones',
    `${head}spec: { provider: mistral, model: m }\n`,
    `
goondan.yaml:4:19  E_CONFIG_VALUE  spec.provider cannot be "mistral"
    3 | metadata: { name: fast }
    4 | spec: { provider: mistral, model: m }
      |                   ^^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'an empty text where one is needed is refused',
    `${head}spec: { provider: scripted, model: "" }\n`,
    `
goondan.yaml:4:36  E_CONFIG_VALUE  spec.model is empty
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: "" }
      |                                    ^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a value JSON cannot hold is refused where it stands',
    `${head}spec: { provider: scripted, model: m, options: { a: [1, .nan] } }\n`,
    `
goondan.yaml:4:57  E_CONFIG_TYPE  spec.options.a[1] must be a value JSON can hold, found a number that is not finite
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: m, options: { a: [1, .nan] } }
      |                                                         ^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'two forms that exclude each other are told so',
    `${head}spec:\n  provider: scripted\n  model: m\n  apiKey: { value: x, valueFrom: { env: KEY } }\n`,
    `
goondan.yaml:7:13  E_CONFIG_UNKNOWN_FIELD  value does not go with the other fields of spec.apiKey
    6 |   model: m
    7 |   apiKey: { value: *, valueFrom: { env: KEY } }
      |             ^^^^^ keep one form
goondan.yaml:7:20  E_CONFIG_SECRET  warning: the API key of Model/fast stands in the file for everyone to read
    6 |   model: m
    7 |   apiKey: { value: *, valueFrom: { env: KEY } }
      |                    ^ use valueFrom: { env: NAME_OF_VARIABLE }

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
    { env: { KEY: 'x' } },
  );
  golden(
    'POL-1: numbers and flags of a policy are held to their bounds',
    `${swarm}spec:
  entryAgent: a
  agents: []
  policy:
    maxStepsPerTurn: 0
    tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
    permissions: { sandbox: alway, files: { allow: src/** } }
`,
    `
goondan.yaml:5:15  E_CONFIG_REF_NOT_FOUND  Swarm/main uses Agent/a, which does not exist
    4 | spec:
    5 |   entryAgent: a
      |               ^ add an Agent named a
goondan.yaml:6:11  E_CONFIG_VALUE  spec.agents must have at least 1 entry
    5 |   entryAgent: a
    6 |   agents: []
      |           ^^ add one
goondan.yaml:8:22  E_CONFIG_VALUE  spec.policy.maxStepsPerTurn must be at least 1, found 0
    7 |   policy:
    8 |     maxStepsPerTurn: 0
      |                      ^
goondan.yaml:9:25  E_CONFIG_TYPE  spec.policy.tools.timeoutMs must be a number, found a string
    8 |     maxStepsPerTurn: 0
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
      |                         ^^^^^^^ without quotes: 30000
goondan.yaml:9:47  E_CONFIG_VALUE  spec.policy.tools.concurrency must be at most 1024, found 2000
    8 |     maxStepsPerTurn: 0
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
      |                                               ^^^^
goondan.yaml:9:69  E_CONFIG_TYPE  spec.policy.tools.registryDirect must be true or false, found a string
    8 |     maxStepsPerTurn: 0
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
      |                                                                     ^^^ write true
goondan.yaml:9:86  E_CONFIG_UNKNOWN_FIELD  unknown field "mcp_tool" in spec.policy.tools.features
    8 |     maxStepsPerTurn: 0
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
      |                                                                                      ^^^^^^^^ did you mean mcp_tools?
goondan.yaml:10:29  E_CONFIG_VALUE  spec.policy.permissions.sandbox cannot be "alway"
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
   10 |     permissions: { sandbox: alway, files: { allow: src/** } }
      |                             ^^^^^ one of auto, required, off
goondan.yaml:10:52  E_CONFIG_TYPE  spec.policy.permissions.files.allow must be a list, found a string
    9 |     tools: { timeoutMs: "30000", concurrency: 2000, registryDirect: yes, features: { mcp_tool: true } }
   10 |     permissions: { sandbox: alway, files: { allow: src/** } }
      |                                                    ^^^^^^ put it in a list: [ … ]

9 errors in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
});
