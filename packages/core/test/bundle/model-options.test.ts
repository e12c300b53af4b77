import { describe, expect, test } from 'bun:test';
import { formatFindings } from '../../src/bundle/index.ts';
import { golden, loadFiles } from './bundle-folder.ts';

const model = (spec: string): string => `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec:
${spec}`;

describe('options of models', () => {
  golden(
    'a broken script is told rule by rule',
    model(`  provider: scripted
  model: rules
  options:
    rules:
      - when: { user: "(" }
        text: hi
      - when: { user: hi }
      - when: { usr: hi, status: good }
        text: 5
      - calls: [{ tol: clock__now }]
      - calls: []
`),
    `
goondan.yaml:9:23  E_CONFIG_VALUE  spec.options.rules[0].when.user is not a regular expression
    8 |     rules:
    9 |       - when: { user: "(" }
      |                       ^^^
goondan.yaml:11:9  E_CONFIG_VALUE  spec.options.rules[1] needs text, calls or both
   10 |         text: hi
   11 |       - when: { user: hi }
      |         ^^^^^^^^^^^^^^^^^^
goondan.yaml:12:17  E_CONFIG_UNKNOWN_FIELD  unknown field "usr" in spec.options.rules[2].when
   11 |       - when: { user: hi }
   12 |       - when: { usr: hi, status: good }
      |                 ^^^ did you mean user?
goondan.yaml:12:34  E_CONFIG_VALUE  spec.options.rules[2].when.status cannot be "good"
   11 |       - when: { user: hi }
   12 |       - when: { usr: hi, status: good }
      |                                  ^^^^ one of ok, error
goondan.yaml:13:15  E_CONFIG_TYPE  spec.options.rules[2].text must be a string, found the number 5
   12 |       - when: { usr: hi, status: good }
   13 |         text: 5
      |               ^ in quotes: "5"
goondan.yaml:14:19  E_CONFIG_MISSING_FIELD  spec.options.rules[3].calls[0].tool is missing
   13 |         text: 5
   14 |       - calls: [{ tol: clock__now }]
      |                   ^^^ add tool
goondan.yaml:14:19  E_CONFIG_UNKNOWN_FIELD  unknown field "tol" in spec.options.rules[3].calls[0]
   13 |         text: 5
   14 |       - calls: [{ tol: clock__now }]
      |                   ^^^ did you mean tool?
goondan.yaml:15:16  E_CONFIG_VALUE  spec.options.rules[4].calls must have at least 1 entry
   14 |       - calls: [{ tol: clock__now }]
   15 |       - calls: []
      |                ^^ add one

8 errors in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a script without rules is told so',
    model(`  provider: scripted
  model: rules
  options: {}
`),
    `
goondan.yaml:7:3  E_CONFIG_MISSING_FIELD  spec.options.rules is missing
    6 |   model: rules
    7 |   options: {}
      |   ^^^^^^^ add rules

1 error in goondan.yaml.  More: gdn explain E_CONFIG_MISSING_FIELD
`,
  );
  golden(
    'options of ours have their types, those of the provider are its own',
    model(`  provider: anthropic
  model: m
  options:
    stream: yes please
    timeoutMs: 0
    maxRetries: 99
    headers: { authorization: 8675309 }
    thinking: { type: enabled }
`),
    `
goondan.yaml:8:13  E_CONFIG_TYPE  spec.options.stream must be true or false, found a string
    7 |   options:
    8 |     stream: yes please
      |             ^^^^^^^^^^
goondan.yaml:9:16  E_CONFIG_VALUE  spec.options.timeoutMs must be at least 1, found 0
    8 |     stream: yes please
    9 |     timeoutMs: 0
      |                ^
goondan.yaml:10:17  E_CONFIG_VALUE  spec.options.maxRetries must be at most 20, found 99
    9 |     timeoutMs: 0
   10 |     maxRetries: 99
      |                 ^^
goondan.yaml:11:31  E_CONFIG_TYPE  spec.options.headers.authorization must be a string
   10 |     maxRetries: 99
   11 |     headers: { authorization: ******* }
      |                               ^^^^^^^ put it in quotes

4 errors in goondan.yaml.  More: gdn explain E_CONFIG_TYPE
`,
  );
  golden(
    'the interface of openai is one of two',
    model(`  provider: openai
  model: m
  options: { api: chats }
`),
    `
goondan.yaml:7:19  E_CONFIG_VALUE  spec.options.api cannot be "chats"
    6 |   model: m
    7 |   options: { api: chats }
      |                   ^^^^^ did you mean chat?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a cassette has no other option',
    model(`  provider: replay
  model: m
  options: { casette: a.jsonl }
`),
    `
goondan.yaml:7:14  E_CONFIG_UNKNOWN_FIELD  unknown field "casette" in spec.options
    6 |   model: m
    7 |   options: { casette: a.jsonl }
      |              ^^^^^^^ did you mean cassette?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'record names another Model',
    model(`  provider: record
  model: Model/fast
`),
    `
goondan.yaml:6:10  E_CONFIG_REF_NOT_FOUND  Model/fast records "Model/fast", which is no other Model of this bundle
    5 |   provider: record
    6 |   model: Model/fast
      |          ^^^^^^^^^^ name the Model to record, as Model/name

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
  );
  golden(
    'record names a Model there is',
    model(`  provider: record
  model: slow
---
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: slov }
spec: { provider: anthropic, model: m }
`),
    `
goondan.yaml:6:10  E_CONFIG_REF_NOT_FOUND  Model/fast records "slow", which is no other Model of this bundle
    5 |   provider: record
    6 |   model: slow
      |          ^^^^ did you mean Model/slov?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_REF_NOT_FOUND
`,
  );

  test('a provider named like a part of every object is an unknown one', async () => {
    const files = model('  provider: __proto__\n  model: m\n  options: { a: 1 }\n');
    expect((await loadFiles(files)).findings.map(({ code }) => code)).toEqual(['E_CONFIG_VALUE']);
  });

  test('a script, a recording and options of a provider that are right are no finding', async () => {
    const right = [
      '  provider: scripted\n  model: m\n  options: { rules: [{ when: { user: "^hi" }, text: "ho" }] }\n',
      '  provider: replay\n  model: m\n',
      '  provider: openai\n  model: m\n  options: { api: chat, seed: 7, headers: { a: b } }\n',
    ];
    for (const spec of right) expect(formatFindings(await loadFiles(model(spec)))).toBe('');
    const recorded = `${model('  provider: record\n  model: Model/real\n')}---\n${model('  provider: replay\n  model: m\n').replace('fast', 'real')}`;
    expect(formatFindings(await loadFiles(recorded))).toBe('');
  });
});
