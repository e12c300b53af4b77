import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { findBundleRoot, formatFindings, loadBundle, validateBundle } from '../../src/bundle/index.ts';
import { inBundleFolder, loadFiles } from './bundle-folder.ts';
import { validBundle, validOptions } from './valid-bundle.ts';

const yaml = validBundle['goondan.yaml'];
const forms = {
  'as it stands': yaml,
  'with CRLF line ends': yaml.replaceAll('\n', '\r\n'),
  'with a byte order mark': `\uFEFF${yaml}`,
  'with a directive that says YAML 1.2': `%YAML 1.2\n---\n${yaml}`,
  'with tabs where YAML allows them': yaml.replaceAll('spec:', 'spec:\t').replaceAll(': {', ':\t{'),
  'with a --- at the beginning and at the end': `---\n${yaml}---\n`,
  'with comments after each line': yaml.replace(/^(kind: \w+)$/gm, '$1 # 종류'),
};

describe('a valid bundle', () => {
  for (const [form, text] of Object.entries(forms)) {
    test(`is loaded without a finding ${form}`, async () => {
      const bundle = await loadFiles({ ...validBundle, 'goondan.yaml': text }, validOptions);
      expect(formatFindings(bundle)).toBe('');
      expect(bundle.valid).toBe(true);
      expect(bundle.resources.map(({ resource }) => `${resource.kind}/${resource.metadata.name}`)).toEqual([
        'Model/빠른모델',
        'Tool/bash',
        'Extension/audit',
        'Agent/코더🤖',
        'Agent/planner',
        'Swarm/main',
      ]);
    });
  }

  test('gives typed resources and where each part of them stands', async () => {
    const bundle = await loadFiles(validBundle, validOptions);
    const tool = bundle.resources.find(({ resource }) => resource.kind === 'Tool');
    expect(tool?.resource.kind === 'Tool' && tool.resource.spec.exports[0]?.description).toBe(
      '명령을 실행한다 🐚',
    );
    expect(tool?.place).toMatchObject({ file: 'goondan.yaml', line: 12, column: 1 });
    expect(tool?.placeOf(['spec', 'entry'])).toEqual({
      file: 'goondan.yaml',
      line: 18,
      column: 10,
      endLine: 18,
      endColumn: 31,
    });
  });

  test('takes values through aliases', async () => {
    const text = yaml
      .replace('parameters:\n', 'parameters: &schema\n')
      .replace('output: { type: object }', 'output: *schema');
    const bundle = await loadFiles({ ...validBundle, 'goondan.yaml': text }, validOptions);
    expect(formatFindings(bundle)).toBe('');
  });

  test('several swarms may share agents', async () => {
    const second = `${yaml}---\napiVersion: goondan.ai/v1\nkind: Swarm\nmetadata: { name: second }\nspec: { entryAgent: planner, agents: [planner] }\n`;
    expect(formatFindings(await loadFiles({ ...validBundle, 'goondan.yaml': second }, validOptions))).toBe(
      '',
    );
  });

  test('gdn validate prints its validation as it is', async () => {
    await inBundleFolder(validBundle, async (root) => {
      expect(await validateBundle(root, validOptions)).toEqual({ valid: true, errors: [], warnings: [] });
      const { valid, errors, warnings } = await validateBundle(root, { env: {} });
      expect(valid).toBe(false);
      expect(errors.map(({ code }) => code)).toEqual([
        'E_CONFIG_REF_NOT_FOUND',
        'E_CONFIG_REF_NOT_FOUND',
        'E_CONFIG_REF_NOT_FOUND',
      ]);
      expect(warnings.map(({ code, line, suggestion }) => ({ code, line, suggestion }))).toEqual([
        { code: 'E_CONFIG_ENV_MISSING', line: 9, suggestion: 'Set MODEL_KEY before you run this bundle.' },
      ]);
    });
  });

  test('an invalid bundle gives no resources to use', async () => {
    const bundle = await loadFiles(
      yaml.replace('provider: openai-compatible', 'provider: nobody'),
      validOptions,
    );
    expect(bundle).toMatchObject({ valid: false, resources: [] });
  });
});

describe('findBundleRoot', () => {
  test('finds the nearest goondan.yaml upward, or nothing', async () => {
    await inBundleFolder({ 'goondan.yaml': '', 'a/goondan.yaml': '' }, async (root) => {
      await mkdir(join(root, 'a/b/c'), { recursive: true });
      await mkdir(join(root, 'd/goondan.yaml'), { recursive: true });
      expect(await findBundleRoot(join(root, 'a/b/c'))).toBe(join(root, 'a'));
      expect(await findBundleRoot(join(root, 'd'))).toBe(root);
      expect(await findBundleRoot(root)).toBe(root);
    });
    expect(await findBundleRoot('/')).toBeUndefined();
    expect((await loadBundle('/nowhere')).findings[0]?.code).toBe('E_CONFIG_NOT_FOUND');
  });
});
