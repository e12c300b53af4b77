import { LineCounter } from 'yaml';
import { bundleFileName } from '../find-bundle-root.ts';
import type { Place } from '../finding.ts';
import type { Range } from './node-range.ts';
import { parsePart, type ParsedDocument } from './parse-part.ts';
import { splitDocuments } from './split-documents.ts';

/** Parses every document of the text; a broken one costs only itself. */
export function parseDocuments(text: string): ParsedDocument[] {
  const placeOf = placer(text);
  return splitDocuments(text).flatMap((part) => parsePart(part, placeOf));
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
