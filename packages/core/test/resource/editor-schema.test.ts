import { describe, expect, test } from 'bun:test';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { editorSchema } from '../../src/resource/editor-schema.ts';
import { resourceKinds } from '../../src/resource/resource-kind.ts';
import { resourceSchema } from '../../src/resource/resource.ts';
import { validBundle } from '../bundle/valid-bundle.ts';

const accepts = new Ajv({ strict: false, allErrors: true }).compile(editorSchema());
const documents = parseAllDocuments(validBundle['goondan.yaml']).map((document) => {
  const value: unknown = document.toJS();
  return value;
});

const head = (kind: string): object => ({ apiVersion: 'goondan.ai/v1', kind, metadata: { name: 'x' } });
const model = { provider: 'openai', model: 'gpt' };
const agent = { modelConfig: { modelRef: 'Model/fast' } };
const tool = { entry: './x.ts', exports: [{ name: 'exec' }] };

/** Documents and whether they are accepted, by both. */
const table: [title: string, accepted: boolean, document: unknown][] = [
  ['a Model', true, { ...head('Model'), spec: model }],
  [
    'a Model with a key from the environment',
    true,
    { ...head('Model'), spec: { ...model, apiKey: { valueFrom: { env: 'A' } } } },
  ],
  [
    'a Model with both forms of key',
    false,
    { ...head('Model'), spec: { ...model, apiKey: { value: 'a', valueFrom: { env: 'A' } } } },
  ],
  ['a Model of an unknown provider', false, { ...head('Model'), spec: { ...model, provider: 'nobody' } }],
  ['a Model without model', false, { ...head('Model'), spec: { provider: 'openai' } }],
  ['a Model with an unknown field', false, { ...head('Model'), spec: { ...model, price: 1 } }],
  [
    'a Model with free options',
    true,
    { ...head('Model'), spec: { ...model, options: { a: [{ b: null }] } } },
  ],
  ['an Agent', true, { ...head('Agent'), spec: agent }],
  [
    'an Agent with refs of all forms',
    true,
    {
      ...head('Agent'),
      spec: { ...agent, tools: ['Tool/a', { ref: 'Tool/b' }, { kind: 'Tool', name: 'c' }] },
    },
  ],
  ['an Agent with a malformed ref', false, { ...head('Agent'), spec: { ...agent, tools: ['bash'] } }],
  [
    'an Agent with config on a tool',
    false,
    { ...head('Agent'), spec: { ...agent, tools: [{ ref: 'Tool/b', config: {} }] } },
  ],
  [
    'an Agent with config on an extension',
    true,
    { ...head('Agent'), spec: { ...agent, extensions: [{ ref: 'Extension/b', config: {} }] } },
  ],
  [
    'an Agent with half a policy',
    true,
    { ...head('Agent'), spec: { ...agent, policy: { tools: { approvals: [{ tool: '*' }] } } } },
  ],
  [
    'an Agent with a limit of zero',
    false,
    { ...head('Agent'), spec: { ...agent, policy: { maxStepsPerTurn: 0 } } },
  ],
  [
    'an Agent with half a step',
    false,
    { ...head('Agent'), spec: { ...agent, policy: { maxStepsPerTurn: 1.5 } } },
  ],
  ['an Agent with an empty tools key', false, { ...head('Agent'), spec: { ...agent, tools: null } }],
  [
    'a Swarm with plain names',
    true,
    { ...head('Swarm'), spec: { entryAgent: 'a', agents: ['a', 'Agent/b'] } },
  ],
  ['a Swarm without agents', false, { ...head('Swarm'), spec: { entryAgent: 'a', agents: [] } }],
  ['a Tool', true, { ...head('Tool'), spec: tool }],
  ['a Tool with v1 fields', false, { ...head('Tool'), spec: { ...tool, runtime: 'node' } }],
  ['a Tool without exports', false, { ...head('Tool'), spec: { ...tool, exports: [] } }],
  [
    'a Tool whose parameters are text',
    false,
    { ...head('Tool'), spec: { ...tool, exports: [{ name: 'x', parameters: 'object' }] } },
  ],
  ['an Extension', true, { ...head('Extension'), spec: { entry: './x.ts', config: { a: 1 } } }],
  ['an Extension without entry', false, { ...head('Extension'), spec: {} }],
  ['a document of another version', false, { ...head('Model'), apiVersion: 'v2', spec: model }],
  ['a document of another kind', false, { ...head('Deployment'), spec: {} }],
  ['a document without kind', false, { apiVersion: 'goondan.ai/v1', metadata: { name: 'x' }, spec: {} }],
  ['a document without name', false, { ...head('Model'), metadata: {}, spec: model }],
  ['a document with a field too many', false, { ...head('Model'), spec: model, status: {} }],
  ['nothing', false, null],
  ['a list', false, []],
];

describe('the editor schema', () => {
  test('is a valid draft-07 schema', () => {
    expect(editorSchema().$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(new Ajv({ strict: false }).validateSchema(editorSchema())).toBe(true);
    expect(JSON.parse(JSON.stringify(editorSchema()))).toEqual(editorSchema());
  });

  test('accepts every document of the valid bundle, which has all kinds', () => {
    expect(documents.map((document) => accepts(document))).toEqual(documents.map(() => true));
    const kinds = documents.map((document) => resourceSchema.parse(document).kind);
    expect([...new Set(kinds)].toSorted()).toEqual([...resourceKinds].toSorted());
  });

  for (const [title, accepted, document] of table) {
    test(`and the loader both ${accepted ? 'accept' : 'refuse'} ${title}`, () => {
      expect({ editor: accepts(document), loader: resourceSchema.safeParse(document).success }).toEqual({
        editor: accepted,
        loader: accepted,
      });
    });
  }

  test('complains about the branch of the kind that was written only', () => {
    accepts({ ...head('Tool'), spec: { ...tool, entri: 1 } });
    expect(accepts.errors?.map(({ instancePath, keyword }) => ({ instancePath, keyword }))).toEqual([
      { instancePath: '/spec', keyword: 'additionalProperties' },
      { instancePath: '', keyword: 'if' },
    ]);
  });

  test('describes fields for completion', () => {
    const text = JSON.stringify(editorSchema());
    expect(text).toContain('Lower-case letters, digits, - and _');
    expect(text).toContain('Narrows the policy of the swarm, never widens it.');
  });
});
