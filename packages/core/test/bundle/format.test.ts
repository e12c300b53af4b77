import { describe, expect, test } from 'bun:test';
import { formatFindings } from '../../src/bundle/index.ts';
import { golden, loadFiles } from './bundle-folder.ts';

const model = (name: string, spec: string): string => `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: ${name} }
spec: ${spec}
`;

describe('code frames', () => {
  golden(
    'the caret stands under its text after Korean and emoji',
    model('m', '{ model: 한글🚀👩‍👩‍👧, provider: 오픈에이아이 }'),
    `
goondan.yaml:4:40  E_CONFIG_VALUE  spec.provider cannot be "오픈에이아이"
    3 | metadata: { name: m }
    4 | spec: { model: 한글🚀👩‍👩‍👧, provider: 오픈에이아이 }
      |                                    ^^^^^^^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'the caret stands under its text after tabs',
    model('m', '{\tmodel:\tm,\tprovider:\tnobody }'),
    `
goondan.yaml:4:29  E_CONFIG_VALUE  spec.provider cannot be "nobody"
    3 | metadata: { name: m }
    4 | spec: {    model:    m,    provider:    nobody }
      |                                         ^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'lines that end in CRLF are shown without it',
    model('m', '{ model: m, provider: nobody }').replaceAll('\n', '\r\n'),
    `
goondan.yaml:4:29  E_CONFIG_VALUE  spec.provider cannot be "nobody"
    3 | metadata: { name: m }
    4 | spec: { model: m, provider: nobody }
      |                             ^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a long line is cut around the caret',
    model(
      'm',
      `{ model: "${'가'.repeat(3000)}", provider: nobody, options: { note: "${'x'.repeat(5000)}" } }`,
    ),
    `
goondan.yaml:4:3030  E_CONFIG_VALUE  spec.provider cannot be "nobody"
    3 | metadata: { name: m }
    4 | …가가가가가가가가가가가가가가가가가가가가가가가", provider: nobody, options: { note: "xxxxxxxxxxxxxxxxxxxxxxx…
      |                                                             ^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a long value is cut under the caret',
    model('m', `{ model: m, provider: ${'very'.repeat(2500)} }`),
    `
goondan.yaml:4:29  E_CONFIG_VALUE  spec.provider cannot be "veryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryver…"
    3 | metadata: { name: m }
    4 | spec: { model: m, provider: veryveryveryveryveryveryveryveryveryveryveryveryv…
      |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'characters that steer a terminal are not passed on',
    model('m', `{ model: m, provider: "a\u001b[31mb\u202Ec" }`),
    `
goondan.yaml:4:29  E_CONFIG_VALUE  spec.provider cannot be "a\\u001b[31mb·c"
    3 | metadata: { name: m }
    4 | spec: { model: m, provider: "a·[31mb·c" }
      |                             ^^^^^^^^^^^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );
  golden(
    'a value of several lines is underlined on its first',
    model('m', '\n  model: m\n  provider: |\n    nobody\n    else').replace('spec: \n', 'spec:\n'),
    `
goondan.yaml:6:13  E_CONFIG_VALUE  spec.provider cannot be "nobody\\nelse\\n"
    5 |   model: m
    6 |   provider: |
      |             ^ one of anthropic, openai, google, openai-compatible, scripted, record, replay

1 error in goondan.yaml.  More: gdn explain E_CONFIG_VALUE
`,
  );

  test('colour is added only when it is asked for', async () => {
    const bundle = await loadFiles(model('m', '{ model: m, provider: nobody }'));
    const plain = formatFindings(bundle);
    const painted = formatFindings(bundle, { color: true });
    expect(plain).not.toContain('\u001b');
    expect(painted).toContain('\u001b[31mE_CONFIG_VALUE\u001b[0m');
    expect(Bun.stripANSI(painted)).toBe(plain);
  });

  test('a long line stays within the width of a screen', async () => {
    const bundle = await loadFiles(
      model('m', `{ model: m, ${'y'.repeat(4000)}: 1, provider: nobody, ${'한'.repeat(4000)}: 1 }`),
    );
    for (const line of formatFindings(bundle)
      .split('\n')
      .filter((text) => /^ *\d+ \| /.test(text))) {
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(120);
    }
  });
});
