import type { Outcome } from './work.ts';

/** The command that tries a finding's case again. */
export function replayCommand({ target, property, finding }: Outcome): string {
  return `bun run fuzz --target ${target} --property ${property} --seed ${finding?.seed} --path ${finding?.path}`;
}

/** The report for people. */
export function formatReport(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ target, property, seed, cases, seconds, finding }) => [
    target,
    property,
    String(seed),
    String(cases),
    seconds.toFixed(1),
    finding === undefined ? '0' : '1',
  ]);
  const found = outcomes.filter(({ finding }) => finding !== undefined);
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
  return [
    table([['target', 'property', 'seed', 'cases', 'seconds', 'findings'], ...rows]),
    ...found.map(formatFinding),
    `${cases} cases, ${found.length} findings`,
  ].join('\n\n');
}

function formatFinding(outcome: Outcome): string {
  const { target, property, finding } = outcome;
  return [
    `FOUND  ${target} / ${property}, seed ${finding?.seed}, path ${finding?.path}`,
    finding?.error ?? '',
    finding?.example === '' ? '' : `case: ${finding?.example}`,
    `again: ${replayCommand(outcome)}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
