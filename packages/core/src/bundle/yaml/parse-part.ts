import { parseAllDocuments, type Document } from 'yaml';
import { isRecord } from '../../json/json-value.ts';
import { configDocument, type ConfigDocument } from '../config-document.ts';
import { toFinding, type Finding, type Path, type Place, type Problem } from '../finding.ts';
import { secretRanges } from './mask-secrets.ts';
import { nodeRange, type Range } from './node-range.ts';
import type { DocumentText } from './split-documents.ts';
import { structureProblems } from './structure-problems.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { syntaxProblems, tagProblems } from './syntax-problems.ts';
import { describeFound } from '../wording.ts';

const parseOptions = {
  prettyErrors: false,
  stringKeys: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  logLevel: 'silent',
} as const;

/** One YAML document: what it holds if it could be read, and what is wrong with its YAML. */
export interface ParsedDocument {
  readonly document?: ConfigDocument;
  /** `Kind/name` of a document too broken to be checked, which refs may still point at. */
  readonly brokenNames: readonly string[];
  readonly findings: readonly Finding[];
  /** Offsets of values that must not be shown. */
  readonly secrets: readonly Range[];
}

/** Parses the documents of one part of the text; `placeOf` takes offsets in the whole text. */
export function parsePart(part: DocumentText, placeOf: (range: Range) => Place): ParsedDocument[] {
  const shifted = ([start, end]: Range): Range => [start + part.offset, end + part.offset];
  return Array.from(parseAllDocuments(part.text, parseOptions), (document) => ({
    secrets: secretRanges(document).map(shifted),
    ...readDocument(document, part.text, (range) => placeOf(shifted(range))),
  }));
}

function readDocument(
  document: Document,
  text: string,
  placeOf: (range: Range) => Place,
): Omit<ParsedDocument, 'secrets'> {
  const unreadable =
    document.errors.length > 0 ? syntaxProblems(document, text) : structureProblems(document);
  const problems = [...unreadable, ...tagProblems(document, text), ...duplicateKeys(document, placeOf)];
  const findings = problems.map((problem) => toFinding(problem, placeOf(problem.range)));
  if (unreadable.length > 0) return { findings, brokenNames: namesIn(text) };
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  // A document with nothing in it is what a `---` at the end of a file leaves.
  if (value === null) return { findings, brokenNames: [] };
  const place = (path: Path, at?: 'key'): Place => placeOf(nodeRange(document, text, { path, at }));
  if (isRecord(value)) return { document: configDocument(value, place), findings, brokenNames: [] };
  return { findings: [...findings, toFinding(notMapping(value), place([]))], brokenNames: [] };
}

function notMapping(value: unknown): Omit<Problem, 'path'> {
  return {
    code: 'E_CONFIG_DOCUMENT',
    message: `a document must be a mapping, found ${describeFound(value)}`,
    hint: 'begin with apiVersion, kind, metadata and spec',
  };
}

/** A guess at what a broken document declares, so that refs to it are not reported on top. */
function namesIn(text: string): string[] {
  const kind = /^kind:\s*["']?(\w+)/m.exec(text)?.[1];
  const name = /\bname:\s*["']?([^\s"',}]+)/.exec(text)?.[1];
  return kind === undefined || name === undefined ? [] : [`${kind}/${name}`];
}
