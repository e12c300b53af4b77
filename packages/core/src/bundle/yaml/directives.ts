import type { YamlProblem } from './yaml-problem.ts';

const directive = /^%.*$/gm;

/** The text without directives: they would need the `---` that follows them, at which the text is cut. */
export function withoutDirectives(text: string): string {
  return text.replace(directive, (line) => '#'.padEnd(line.length));
}

/** Directives that ask for something; `%YAML 1.2` says what is assumed anyway. */
export function directiveProblems(text: string): YamlProblem[] {
  return Array.from(text.matchAll(directive))
    .filter(([line]) => !/^%YAML 1\.2\s*$/.test(line))
    .map(({ 0: line, index }) => ({
      code: 'E_CONFIG_YAML_SYNTAX',
      range: [index, index + line.trimEnd().length],
      message: 'YAML directives are not supported',
      hint: 'remove the line',
    }));
}
