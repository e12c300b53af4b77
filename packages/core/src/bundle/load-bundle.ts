import { resolve } from 'node:path';
import { isFittingResource } from '../resource/fitting.ts';
import type { Resource } from '../resource/resource.ts';
import type { CheckContext, StockResource } from './check.ts';
import { moduleChecks, pureChecks } from './checks.ts';
import { entryFile } from './checks/entry.ts';
import type { ConfigDocument } from './config-document.ts';
import { bundleFileName } from './find-bundle-root.ts';
import { compareFindings, toFinding, type Finding, type Path, type Place } from './finding.ts';
import type { ModuleReport } from './inspect-module.ts';
import { readSource } from './read-source.ts';
import { maskSecrets } from './yaml/mask-secrets.ts';
import { parseDocuments } from './yaml/parse-documents.ts';

/** What loading may be told. */
export interface LoadBundleOptions {
  /** Resources that refs find when the bundle has none of that name. */
  readonly stock?: readonly StockResource[];
  /** Import the modules of tools and extensions to check their handlers. Default true. */
  readonly checkModules?: boolean;
  /**
   * Imports those modules and says what they offer. By default that is done here: a module that never loads is waited for without end, and
   * one that ends its process ends this one.
   */
  readonly inspectModules?: (files: readonly string[]) => Promise<ReadonlyMap<string, ModuleReport>>;
  /** The environment in which the bundle will run. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A resource of the bundle and where each part of it stands. */
export interface LoadedResource {
  readonly resource: Resource;
  /** Where the document begins. */
  readonly place: Place;
  /** Where the value at `path` stands, e.g. `['spec', 'entry']`. */
  readonly placeOf: (path: Path) => Place;
}

/** A bundle as read: its resources when it has no errors, and everything that was found. */
export interface LoadedBundle {
  readonly root: string;
  /** False when any finding is an error. */
  readonly valid: boolean;
  /** Empty unless the bundle is valid. */
  readonly resources: readonly LoadedResource[];
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** The text of `goondan.yaml` with its secrets starred out, for code frames. */
  readonly source: string;
}

/** Reads and checks the bundle in `directory`; every mistake is a finding, and all are found in one pass. */
export async function loadBundle(directory: string, options: LoadBundleOptions = {}): Promise<LoadedBundle> {
  const root = resolve(directory);
  const source = await readSource(root);
  const { documents, brokenNames, findings: yamlFindings, secrets } = parseDocuments(source.text);
  const modules = (options.checkModules ?? true) ? await inspected({ root, documents }, options) : new Map();
  const context: CheckContext = {
    modules,
    root,
    documents,
    stock: options.stock ?? [],
    env: options.env ?? process.env,
    declared: new Set([...documents.map(({ kind, name }) => `${kind}/${name}`), ...brokenNames]),
  };
  const checked = await check(context, options.checkModules ?? true);
  const found = [...source.findings, ...yamlFindings, ...checked];
  const findings = found.length === 0 && documents.length === 0 ? [emptyFile(source.text)] : found;
  const valid = !findings.some(({ severity }) => severity === 'error');
  return {
    root,
    valid,
    resources: valid ? await Promise.all(documents.map(loadedResource)) : [],
    findings: findings.toSorted(compareFindings),
    source: maskSecrets(source.text, secrets),
  };
}

/** All modules at once: whoever does it elsewhere need go there only once. */
async function inspected(
  context: Pick<CheckContext, 'root' | 'documents'>,
  { inspectModules = inspectHere }: LoadBundleOptions,
): Promise<ReadonlyMap<string, ModuleReport>> {
  const entries = await Promise.all(context.documents.map((document) => entryFile(document, context)));
  const files = entries.flatMap((entry) => (entry?.status === 'ok' ? [entry.file] : []));
  return files.length === 0 ? new Map() : inspectModules([...new Set(files)]);
}

async function inspectHere(files: readonly string[]): Promise<ReadonlyMap<string, ModuleReport>> {
  const { inspectModule } = await import('./inspect-module.ts');
  const reports = new Map<string, ModuleReport>();
  for (const file of files) reports.set(file, await inspectModule(file));
  return reports;
}

async function check(context: CheckContext, checkModules: boolean): Promise<Finding[]> {
  const checks = checkModules ? [...pureChecks, ...moduleChecks] : pureChecks;
  const findings: Finding[][] = [];
  for (const document of context.documents) {
    for (const run of checks) {
      const problems = await run(document, context);
      findings.push(problems.map((problem) => toFinding(problem, document.place(problem.path, problem.at))));
    }
  }
  return findings.flat();
}

async function loadedResource(document: ConfigDocument): Promise<LoadedResource> {
  return {
    resource: await resourceOf(document),
    place: document.place([]),
    placeOf: (path) => document.place(path),
  };
}

/** A copy: aliases of YAML would be one value in several places. */
async function resourceOf({ value }: ConfigDocument): Promise<Resource> {
  if (isFittingResource(value)) return structuredClone(value);
  const { resourceSchema } = await import('../resource/resource.ts');
  return resourceSchema.parse(value);
}

function emptyFile(text: string): Finding {
  const place = { file: bundleFileName, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const message = text.trim() === '' ? 'the file is empty' : 'the file holds no document';
  return toFinding(
    { code: 'E_CONFIG_EMPTY', message, hint: 'add apiVersion, kind, metadata and spec' },
    place,
  );
}
