import { describe, expect, test } from 'bun:test';
import { formatFindings } from '../../src/bundle/index.ts';
import { golden, loadFiles } from './bundle-folder.ts';

const model = (spec: string): string => `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec:
${spec}`;

describe('models', () => {
  golden(
    'openai-compatible needs an endpoint',
    model('  provider: openai-compatible\n  model: llama3\n'),
    `
goondan.yaml:4:1  E_CONFIG_MODEL_ENDPOINT  provider openai-compatible needs an endpoint
    3 | metadata: { name: fast }
    4 | spec:
      | ^^^^ add endpoint: http://localhost:11434/v1

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODEL_ENDPOINT
`,
  );
  golden(
    'an endpoint is a web address',
    model('  provider: openai-compatible\n  model: llama3\n  endpoint: localhost:11434\n'),
    `
goondan.yaml:7:13  E_CONFIG_MODEL_ENDPOINT  endpoint must be an http or https address
    6 |   model: llama3
    7 |   endpoint: localhost:11434
      |             ^^^^^^^^^^^^^^^ such as http://localhost:11434/v1

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MODEL_ENDPOINT
`,
  );
  golden(
    'a key in the file is a warning that does not show it',
    model('  provider: openai\n  model: gpt\n  apiKey:\n    value: hunter2-hunter2\n  price: 1\n'),
    `
goondan.yaml:8:12  E_CONFIG_SECRET  warning: the API key of Model/fast stands in the file for everyone to read
    7 |   apiKey:
    8 |     value: ***************
      |            ^^^^^^^^^^^^^^^ use valueFrom: { env: NAME_OF_VARIABLE }
goondan.yaml:9:3  E_CONFIG_UNKNOWN_FIELD  unknown field "price" in spec
    8 |     value: ***************
    9 |   price: 1
      |   ^^^^^ known here: provider, model, apiKey, endpoint, options

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'a key in place of the mapping is not shown',
    model('  provider: openai\n  model: gpt\n  apiKey: hunter2-hunter2\n'),
    `
goondan.yaml:7:11  E_CONFIG_SECRET  warning: the API key of Model/fast stands in the file for everyone to read
    6 |   model: gpt
    7 |   apiKey: ***************
      |           ^^^^^^^^^^^^^^^ use valueFrom: { env: NAME_OF_VARIABLE }
goondan.yaml:7:11  E_CONFIG_TYPE  spec.apiKey must be a mapping
    6 |   model: gpt
    7 |   apiKey: ***************
      |           ^^^^^^^^^^^^^^^ use apiKey: { valueFrom: { env: NAME_OF_VARIABLE } }

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'a key in place of a variable is not shown',
    model('  provider: openai\n  model: gpt\n  apiKey: { valueFrom: { env: sk-ant-hunter2hunter2 } }\n'),
    `
goondan.yaml:7:31  E_CONFIG_VALUE  apiKey.valueFrom.env must be the name of an environment variable
    6 |   model: gpt
    7 |   apiKey: { valueFrom: { env: ********************* } }
      |                               ^^^^^^^^^^^^^^^^^^^^^ put the key into a variable and name that

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a variable that is not set is a warning that names it',
    model('  provider: openai\n  model: gpt\n  apiKey:\n    valueFrom: { env: OPENAI_API_KEY }\n'),
    `
goondan.yaml:8:23  E_CONFIG_ENV_MISSING  warning: Model/fast takes its API key from OPENAI_API_KEY, which is not set
    7 |   apiKey:
    8 |     valueFrom: { env: OPENAI_API_KEY }
      |                       ^^^^^^^^^^^^^^ set OPENAI_API_KEY before you run this bundle

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_ENV_MISSING
`,
  );

  test('a variable that is set is no finding', async () => {
    const files = model(
      '  provider: openai\n  model: gpt\n  apiKey: { valueFrom: { env: OPENAI_API_KEY } }\n',
    );
    expect((await loadFiles(files, { env: { OPENAI_API_KEY: 'k' } })).findings).toEqual([]);
  });

  test('a key that is a number is not shown', async () => {
    const bundle = await loadFiles(model('  provider: openai\n  model: gpt\n  apiKey: { value: 8675309 }\n'));
    expect(formatFindings(bundle) + JSON.stringify(bundle.findings)).not.toContain('8675309');
    expect(bundle.findings.map(({ code }) => code)).toEqual(['E_CONFIG_TYPE']);
  });

  test('no finding of any kind, next to a secret or on it, shows the secret', async () => {
    const secret = 'hunter2-hunter2';
    const forms = [
      `apiKey: { value: ${secret}, vlue: 1 }`,
      `apiKey: { value: ["${secret}"] }`,
      `apiKey: { value: '${secret}'`,
      `apiKey: { valueFrom: ${secret} }`,
      `apiKey: [${secret}]`,
      `apiKey: { sk-${secret}: 1 }`,
      `endpoint: sk-${secret}\n  sk-${secret}: 1`,
      `options: { headers: { Authorization: ${secret} }, a: .nan }`,
      `options: { api_key: ${secret}, a: .nan }`,
      `apiKey:\n    value: |\n      ${secret}\n  nonsense: 1`,
    ];
    for (const form of forms) {
      const bundle = await loadFiles(model(`  provider: opena\n  model: gpt\n  ${form}\n  nonsense: 1\n`));
      expect(bundle.findings.length).toBeGreaterThan(0);
      expect(formatFindings(bundle) + JSON.stringify(bundle.findings)).not.toContain('hunter2');
    }
  });
});

describe('prompts', () => {
  const agent = (prompt: string): string => `${model('  provider: scripted\n  model: rules\n')}---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec: { entryAgent: coder, agents: [coder] }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: coder }
spec:
  modelConfig: { modelRef: Model/fast }
  prompt: ${prompt}
`;
  golden(
    'a prompt is given once',
    { 'goondan.yaml': agent('{ system: Be brief., systemRef: ./prompt.md }'), 'prompt.md': 'Be brief.' },
    `
goondan.yaml:18:32  E_CONFIG_PROMPT  prompt has both system and systemRef
   17 |   modelConfig: { modelRef: Model/fast }
   18 |   prompt: { system: Be brief., systemRef: ./prompt.md }
      |                                ^^^^^^^^^ keep one

1 error in goondan.yaml.  More: gdn explain E_CONFIG_PROMPT
`,
  );
  golden(
    'a prompt that says nothing is refused',
    agent('{}'),
    `
goondan.yaml:18:3  E_CONFIG_PROMPT  prompt has neither system nor systemRef
   17 |   modelConfig: { modelRef: Model/fast }
   18 |   prompt: {}
      |   ^^^^^^ add one, or remove prompt

1 error in goondan.yaml.  More: gdn explain E_CONFIG_PROMPT
`,
  );
  golden(
    'the file of a prompt must exist',
    { 'goondan.yaml': agent('{ systemRef: ./promt.md }'), 'prompt.md': 'Be brief.' },
    `
goondan.yaml:18:24  E_CONFIG_PROMPT_FILE  systemRef "./promt.md" does not exist
   17 |   modelConfig: { modelRef: Model/fast }
   18 |   prompt: { systemRef: ./promt.md }
      |                        ^^^^^^^^^^ did you mean ./prompt.md?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_PROMPT_FILE
`,
  );
  golden(
    'the file of a prompt stays inside the bundle',
    agent('{ systemRef: ../prompt.md }'),
    `
goondan.yaml:18:24  E_CONFIG_PROMPT_FILE  systemRef "../prompt.md" leads out of the bundle
   17 |   modelConfig: { modelRef: Model/fast }
   18 |   prompt: { systemRef: ../prompt.md }
      |                        ^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_PROMPT_FILE
`,
  );
});
