import { codeFrame } from './code-frame.ts';
import type { Finding } from './finding.ts';
import { bundleFileName } from './find-bundle-root.ts';
import { paint, type Color } from './paint.ts';
import { printable } from './printable.ts';

/** What is to be shown: findings, and the text they are about. */
export interface FormatFindingsInput {
  readonly findings: readonly Finding[];
  /** `LoadedBundle.source`, in which secrets are starred out. */
  readonly source: string;
}

/** Findings as a person reads them: place, code and reason, a code frame with the fix, and a count at the end; '' when there are none. */
export function formatFindings(
  { findings, source }: FormatFindingsInput,
  options: { color?: boolean } = {},
): string {
  if (findings.length === 0) return '';
  const color = options.color ?? false;
  const lines = source.split(/\r?\n/);
  const blocks = findings.map((finding) =>
    [heading(finding, color), ...codeFrame(finding, lines, color)].join('\n'),
  );
  return `${blocks.join('\n')}\n\n${summary(findings)}\n`;
}

function heading({ file, line, column, severity, code, message }: Finding, color: boolean): string {
  const painted = paint(code, severityColor(severity), color);
  return `${file}:${line}:${column}  ${painted}  ${severity === 'warning' ? 'warning: ' : ''}${printable(message)}`;
}

function severityColor(severity: Finding['severity']): Color {
  return severity === 'error' ? 'red' : 'yellow';
}

function summary(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const counts = [count(errors.length, 'error'), count(findings.length - errors.length, 'warning')].filter(
    (text) => text !== '',
  );
  const last = errors.at(-1) ?? findings.at(-1);
  return `${counts.join(', ')} in ${bundleFileName}.  More: gdn explain ${last?.code}`;
}

function count(number: number, word: string): string {
  if (number === 0) return '';
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
