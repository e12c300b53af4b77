import { isScalar, type Document, type YAMLError } from 'yaml';
import type { Range } from './node-range.ts';
import { nodesOf } from './nodes-of.ts';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';

interface Words {
  readonly message: string;
  readonly hint?: string;
}

const words: Partial<Record<YAMLError['code'], Words>> = {
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a mapping cannot begin in the middle of a line',
    hint: 'put the value in quotes, or check the indentation of the next line',
  },
  MULTILINE_IMPLICIT_KEY: { message: 'a key must stand on one line', hint: 'is a colon missing?' },
  TAB_AS_INDENT: { message: 'tabs are not allowed as indentation', hint: 'use blanks, not tabs' },
  NON_STRING_KEY: { message: 'a key must be plain text' },
};

/** What the YAML parser could not read, in the words of a person. A broken line is reported once: what follows from it is noise. */
export function syntaxProblems(document: Document, text: string): YamlProblem[] {
  const lines = new Set<number>();
  return document.errors.flatMap((error) => {
    const line = text.lastIndexOf('\n', error.pos[0] - 1);
    if (lines.has(line)) return [];
    lines.add(line);
    return [syntaxProblem(error, text, openQuote(document, error))];
  });
}

/** Tags that stand for something JSON has no word for. */
export function tagProblems(document: Document, text: string): YamlProblem[] {
  const tags = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED');
  return tags.map(({ pos: [start, end] }) => ({
    code: 'E_CONFIG_YAML_TAG',
    range: [start, end],
    message: `the YAML tag ${text.slice(start, end)} is not supported`,
    hint: 'remove the tag',
  }));
}

function syntaxProblem(error: YAMLError, text: string, quote: Range | undefined): YamlProblem {
  // What is missing at the end is missing after the last thing written, not on a blank line below it.
  const start = Math.min(error.pos[0], text.trimEnd().length);
  const range: Range = [start, Math.max(start, error.pos[1])];
  if (error.code === 'RESOURCE_EXHAUSTION') {
    return { code: 'E_CONFIG_YAML_LIMIT', range, message: 'the document is nested too deeply to be read' };
  }
  const code = 'E_CONFIG_YAML_SYNTAX';
  if (quote !== undefined) return { code, range: quote, message: 'a quote is opened here and never closed' };
  return { code, range, ...syntaxWords(error) };
}

function syntaxWords(error: YAMLError): Words {
  const bracket = /end with a ([\]}])$/.exec(error.message)?.[1];
  if (bracket !== undefined) return { message: `a bracket opened before is not closed by ${bracket}` };
  return (
    words[error.code] ?? { message: `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}` }
  );
}

/** Where the quoted scalar begins that runs on to where the parser missed its end. */
function openQuote(document: Document, error: YAMLError): Range | undefined {
  if (error.code !== 'MISSING_CHAR') return undefined;
  const open = nodesOf(document).find(({ node }) => {
    const isQuoted = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
    return isQuoted && node.range?.[1] === error.pos[0];
  });
  return open === undefined ? undefined : rangeOf(open.node);
}
