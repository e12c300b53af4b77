import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isErrorCode } from '@goondan/core';
import { formatFindings, loadBundle, type LoadBundleOptions } from '@goondan/core/bundle';
import { inspectModules, loadStock } from '@goondan/runtime';
import type * as fc from 'fast-check';
import { fuzzProperty, type FuzzProperty } from '../property.ts';
import type { FuzzTarget } from '../target.ts';
import { mutatedBytes, mutatedValues, randomDocument } from './mutated-bundle.ts';

const examples = ['hello', 'coding-swarm', 'approvals', 'extension', 'long-running', 'planned'];
const exampleFolder = join(import.meta.dir, '../../examples');

/** Loads what is in `goondan.yaml` and throws unless it is valid or every mistake has its place in the file, a code, words and a way out. */
async function checkBundle(
  root: string,
  content: string | Uint8Array,
  options: LoadBundleOptions,
): Promise<void> {
  await writeFile(join(root, 'goondan.yaml'), content);
  const bundle = await loadBundle(root, options);
  const text = new TextDecoder().decode(Buffer.from(content));
  const lines = text.split('\n');
  for (const { file, line, column, endLine, endColumn, code, message, suggestion } of bundle.findings) {
    const isPlaced =
      file !== '' &&
      line >= 1 &&
      line <= lines.length + 1 &&
      column >= 1 &&
      column <= (lines[line - 1]?.length ?? 0) + 2 &&
      endLine >= line &&
      endLine <= lines.length + 1 &&
      endColumn >= (endLine === line ? column : 1) &&
      endColumn <= (lines[endLine - 1]?.length ?? 0) + 2;
    if (!isPlaced)
      throw new Error(
        `${code} has no place in the file: ${file}:${line}:${column} to ${endLine}:${endColumn}`,
      );
    if (!isErrorCode(code) || message === '' || suggestion === '')
      throw new Error(`${code} says nothing: ${message}`);
  }
  const isValid = !bundle.findings.some(({ severity }) => severity === 'error');
  if (bundle.valid !== isValid || bundle.resources.length > 0 !== isValid)
    throw new Error('it is valid and not valid');
  if (bundle.findings.length > 0 && formatFindings(bundle) === '')
    throw new Error('its mistakes cannot be shown');
}

/** SCH-5: whatever stands in `goondan.yaml`, loading it answers, with all mistakes in their places. */
export async function openYaml(): Promise<FuzzTarget> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-fuzz-yaml-'));
  const texts = await Promise.all(
    examples.map((name) => Bun.file(join(exampleFolder, name, 'goondan.yaml')).text()),
  );
  const stock = (await loadStock()).names;
  const [first = ''] = examples;
  // So that entries of some of them are there.
  for (const name of [first, 'coding-swarm', 'extension'])
    await cp(join(exampleFolder, name), root, { recursive: true });
  const env = {};
  const property = (
    name: string,
    runs: FuzzProperty['runs'],
    cases: fc.Arbitrary<string | Uint8Array>,
    options: LoadBundleOptions = { checkModules: false },
  ): FuzzProperty =>
    fuzzProperty({
      name,
      runs,
      cases,
      check: (content) => checkBundle(root, content, { stock, env, ...options }),
    });
  return {
    properties: [
      property('bytes', { full: 6_000, short: 60 }, mutatedBytes(texts)),
      property('values', { full: 6_000, short: 60 }, mutatedValues(texts)),
      property('documents', { full: 6_000, short: 60 }, randomDocument),
      property('modules', { full: 150, short: 3 }, mutatedValues(texts), {
        inspectModules: (files) => inspectModules(files, { env }),
      }),
    ],
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
