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

test('declared keys are known by the name of their variable, or of their model', () => {
  const models = [
    model('plain'),
    model('inline', { value: 'sk-inline' }),
    model('one', { valueFrom: { env: 'KEY_ONE' } }),
    model('unset', { valueFrom: { env: 'KEY_TWO' } }),
    model('empty', { value: '' }),
  ];
  expect(knownSecrets(models, { KEY_ONE: 'sk-one', OTHER: 'no key' })).toEqual([
    { name: 'Model/inline', value: 'sk-inline' },
    { name: 'KEY_ONE', value: 'sk-one' },
  ]);
});
