import { visit, type Document, type YAMLError } from 'yaml';
import type { Range } from './node-range.ts';
import { rangeOf, type YamlProblem } from './yaml-problem.ts';

const hints: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'check the indentation and the closing bracket',
  BLOCK_AS_IMPLICIT_KEY: 'put the value in quotes, or check the indentation of the next line',
  MULTILINE_IMPLICIT_KEY: 'put the key on one line, followed by a colon',
  TAB_AS_INDENT: 'use blanks, not tabs',
  BAD_SCALAR_START: 'put the value in quotes',
  NON_STRING_KEY: 'use a plain name as the key',
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
  const range = error.pos;
  if (error.code === 'RESOURCE_EXHAUSTION') {
    return { code: 'E_CONFIG_YAML_LIMIT', range, message: 'the document is nested too deeply to be read' };
  }
  const code = 'E_CONFIG_YAML_SYNTAX';
  if (/^%/m.test(text)) {
    return {
      code,
      range,
      message: 'YAML directives are not supported',
      hint: 'remove the line that begins with %',
    };
  }
  if (quote !== undefined) return { code, range: quote, message: 'a quote is opened here and never closed' };
  const message = `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  return { code, range, message, hint: hints[error.code] };
}

/** Where the quoted scalar begins that runs on to where the parser missed its end. */
function openQuote(document: Document, error: YAMLError): Range | undefined {
  let range: Range | undefined;
  visit(document, {
    Scalar(_key, scalar) {
      const isQuoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE';
      if (isQuoted && error.code === 'MISSING_CHAR' && scalar.range?.[1] === error.pos[0])
        range = rangeOf(scalar);
    },
  });
  return range;
}
