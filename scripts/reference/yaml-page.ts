import { isRecord } from '@goondan/core';
import { editorSchema } from '@goondan/core/bundle';
import { cassetteOptionsSchema, connectionOptionsSchema, scriptSchema } from '@goondan/core/resource';
import { z } from 'zod';
import { fieldsOf, type Field } from './schema-fields.ts';
import { table } from './table.ts';

const about: Readonly<Record<string, string>> = {
  Model: 'What an agent thinks with: a provider, or a script for examples and tests.',
  Agent: 'A model with a prompt, tools and extensions. It runs in a process of its own.',
  Swarm: 'Which agents belong together, which of them gets the input, and the policy that binds all.',
  Tool: 'A module and what it offers to models. The model sees `<name>__<export>`.',
  Extension: 'A module that adds middleware or tools to the agents that name it.',
};

const options = [
  { title: 'anthropic, openai, google, openai-compatible', schema: connectionOptionsSchema },
  { title: 'scripted', schema: scriptSchema },
  { title: 'record, replay', schema: cassetteOptionsSchema },
];

/** The reference of `goondan.yaml`: a section a kind. */
export function yamlPage(): string {
  return [
    '# goondan.yaml',
    '',
    'Every field of every kind. Made from the schemas that validate a bundle by `npm run docs:reference`. A bundle is a folder with `goondan.yaml`: one or more documents,',
    'separated by `---`. Unknown fields are errors. `gdn schema` prints the same as JSON Schema; [editors](../how-to/editor.md) complete and check by it.',
    '',
    'A ref names a resource: `Kind/name`, `{ ref: Kind/name }`, or `{ kind, name, package }`. What the bundle does not have comes from the [stock](stock.md).',
    '',
    '## Every document',
    '',
    ...fieldTable(fieldsOf(kinds()[0]?.[1]).filter(isCommon).map(ofAnyKind)),
    '',
    ...kinds().flatMap(([kind, schema]) => [
      `## ${kind}`,
      '',
      about[kind] ?? '',
      '',
      ...fieldTable(fieldsOf(schema).filter((field) => !isCommon(field) && !isOfPolicy(field))),
      '',
      ...(kind === 'Model' ? modelOptions() : []),
    ]),
    '## Policy',
    '',
    '`spec.policy` of a Swarm or an Agent. What several layers say is explained in [policy layers](../explanation/policy-layers.md).',
    '',
    ...fieldTable(policyFields()),
    '',
  ].join('\n');
}

/** What every kind has in the same way. */
function isCommon({ path }: Field): boolean {
  return !path.startsWith('spec.');
}

function ofAnyKind(field: Field): Field {
  return field.path === 'kind'
    ? {
        ...field,
        type: kinds()
          .map(([kind]) => `\`${kind}\``)
          .join(' or '),
      }
    : field;
}

const policyPrefix = 'spec.policy.';

function isOfPolicy({ path }: Field): boolean {
  return path.startsWith(policyPrefix);
}

function policyFields(): Field[] {
  const swarm = kinds().find(([kind]) => kind === 'Swarm')?.[1];
  return fieldsOf(swarm)
    .filter(isOfPolicy)
    .map((field) => ({ ...field, path: field.path.slice(policyPrefix.length) }));
}

function modelOptions(): string[] {
  return options.flatMap(({ title, schema }) => [
    `### spec.options of ${title}`,
    '',
    ...fieldTable(fieldsOf(z.toJSONSchema(schema, { target: 'draft-07', io: 'input' }))),
    '',
  ]);
}

function fieldTable(fields: readonly Field[]): string[] {
  return table(
    ['field', 'type', 'required', 'default', ''],
    fields.map(({ path, type, isRequired, fallback, description }) => [
      `\`${path}\``,
      type,
      isRequired ? 'yes' : '',
      fallback === '' ? '' : `\`${fallback}\``,
      description,
    ]),
  );
}

/** The schema of each kind, in the order people meet them. */
function kinds(): (readonly [kind: string, schema: unknown])[] {
  const branches: unknown = editorSchema()['allOf'];
  return (Array.isArray(branches) ? branches : []).flatMap((branch: unknown) => {
    const schema: unknown = isRecord(branch) ? branch['then'] : undefined;
    const properties: unknown = isRecord(schema) ? schema['properties'] : undefined;
    const kind: unknown = isRecord(properties) ? properties['kind'] : undefined;
    const name: unknown = isRecord(kind) ? kind['const'] : undefined;
    return typeof name === 'string' ? [[name, schema] as const] : [];
  });
}
