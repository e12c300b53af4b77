import { expect, test } from 'bun:test';
import type { ModelResource } from '@goondan/core/bundle';
import { knownSecrets } from '../../src/secret/known-secrets.ts';

function model(name: string, apiKey?: ModelResource['spec']['apiKey']): ModelResource {
  return {
    apiVersion: 'goondan.ai/v1',
    kind: 'Model',
    metadata: { name },
    spec: { provider: 'anthropic', model: 'm', ...(apiKey === undefined ? {} : { apiKey }) },
  };
}

test('§12: declared keys and allowed variables are known by the name of their variable, or of their model', () => {
  const models = [
    model('plain'),
    model('inline', { value: 'sk-inline' }),
    model('one', { valueFrom: { env: 'KEY_ONE' } }),
    model('unset', { valueFrom: { env: 'KEY_TWO' } }),
    model('empty', { value: '' }),
  ];
  const sources = { models, secretVariables: ['KEY_ONE', 'SEARCH_KEY', 'NOT_SET'] };
  expect(knownSecrets(sources, { KEY_ONE: 'sk-one', SEARCH_KEY: 'sk-search', OTHER: 'no key' })).toEqual([
    { name: 'Model/inline', value: 'sk-inline' },
    { name: 'KEY_ONE', value: 'sk-one' },
    { name: 'SEARCH_KEY', value: 'sk-search' },
  ]);
});
