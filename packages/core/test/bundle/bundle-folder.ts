import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'bun:test';
import {
  formatFindings,
  loadBundle,
  type LoadBundleOptions,
  type LoadedBundle,
} from '../../src/bundle/index.ts';

/** The files of a bundle by path; a string alone is goondan.yaml. */
export type BundleFiles = string | Readonly<Record<string, string | Uint8Array>>;

/** Writes a bundle into a folder of its own, hands it over, and removes it. */
export async function inBundleFolder<T>(files: BundleFiles, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-bundle-'));
  try {
    for (const [path, content] of Object.entries(
      typeof files === 'string' ? { 'goondan.yaml': files } : files,
    )) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Loads a bundle made of `files`, with an empty environment unless one is given. */
export function loadFiles(files: BundleFiles, options: LoadBundleOptions = {}): Promise<LoadedBundle> {
  return inBundleFolder(files, (root) => loadBundle(root, { env: {}, ...options }));
}

/** One golden case: what a person reads for these files. The expected text may begin on a new line. */
export function golden(
  title: string,
  files: BundleFiles,
  expected: string,
  options: LoadBundleOptions = {},
): void {
  test(title, async () => {
    const bundle = await loadFiles(files, options);
    const text = formatFindings(bundle).replaceAll(bundle.root, '/bundle');
    expect(`\n${text}`).toBe(expected);
    expect(bundle.valid).toBe(!bundle.findings.some(({ severity }) => severity === 'error'));
  });
}
