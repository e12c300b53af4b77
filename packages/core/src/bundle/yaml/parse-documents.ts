import { LineCounter } from 'yaml';
import type { ConfigDocument } from '../config-document.ts';
import { bundleFileName } from '../find-bundle-root.ts';
import { toFinding, type Finding, type Place } from '../finding.ts';
import { directiveProblems, withoutDirectives } from './directives.ts';
import type { Range } from './node-range.ts';
import { parsePart } from './parse-part.ts';
import { splitDocuments } from './split-documents.ts';

/** What the text of `goondan.yaml` holds. */
export interface ParsedSource {
  readonly documents: readonly ConfigDocument[];
  /** `Kind/name` of documents too broken to be checked, which refs may still point at. */
  readonly brokenNames: readonly string[];
  readonly findings: readonly Finding[];
  /** Offsets of values that must not be shown. */
  readonly secrets: readonly Range[];
}

/** Parses every document of the text; a broken one costs only itself. */
export function parseDocuments(text: string): ParsedSource {
  const placeOf = placer(text);
  const directives = directiveProblems(text).map((problem) => toFinding(problem, placeOf(problem.range)));
  const parsed = splitDocuments(withoutDirectives(text)).flatMap((part) => parsePart(part, placeOf));
  return {
    documents: parsed.flatMap(({ document }) => document ?? []),
    brokenNames: parsed.flatMap(({ brokenNames }) => brokenNames),
    findings: [...directives, ...parsed.flatMap(({ findings }) => findings)],
    secrets: parsed.flatMap(({ secrets }) => secrets),
  };
}

function placer(text: string): (range: Range) => Place {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (const match of text.matchAll(/\n/g)) counter.addNewLine(match.index + 1);
  return ([start, end]) => {
    const from = counter.linePos(Math.min(start, text.length));
    const to = counter.linePos(Math.min(Math.max(start, end), text.length));
    return { file: bundleFileName, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
  };
}
