import { formatLimit, formatValue, isReached, type Result } from './result.ts';
import { formatMachine, type StoredRun } from './stored-run.ts';

const begin = '<!-- what follows is written by `bun run bench` -->';
const end = '<!-- what came before was written by `bun run bench` -->';

/** The page with the tables of a run in the place that is kept for them; the words around it stay. */
export function withTables(page: string, run: StoredRun): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('the page has no place for the tables');
  return `${page.slice(0, from + begin.length)}\n\n${tablesOf(run)}\n\n${page.slice(to)}`;
}

/** True when so many cores are busy with other work that times mean little. */
export function isBusy(cores: number): boolean {
  return cores > 0.5;
}

function loadText(load: number): string {
  return isBusy(load)
    ? `**${load} cores were busy with other work: the limits are not for such a run, and its times and several of its ratios mean little.**`
    : `The machine did little else (at most ${load} cores busy between benches).`;
}

function tablesOf({ date, machine, isShort, load, seconds, results }: StoredRun): string {
  const field = (name: Result['field']): Result[] =>
    results.filter((result) => result.field === name).toSorted((left, right) => left.value - right.value);
  const rest = results.filter(({ limit, field: inField }) => limit === undefined && inField === undefined);
  return [
    `${isShort ? 'Short run' : 'Run'} of ${date} on ${formatMachine(machine)}; it took ${Math.ceil(seconds / 60)} minutes. ${loadText(load)}`,
    '### What is promised',
    table(
      ['bench', 'what', 'measured', 'promised', ''],
      results
        .filter(({ limit }) => limit !== undefined)
        .map((result) => [
          result.bench,
          result.name,
          formatValue(result),
          formatLimit(result),
          isReached(result) === true ? 'reached' : '**not reached**',
        ]),
    ),
    '### One tool call, beside others',
    table(['', 'median', 'of ours'], sideBySide(field('call'), 'ours, 0 middlewares')),
    '### One step with one call, beside others',
    table(['', 'median', 'of ours'], sideBySide(field('step'), 'our step, whole answer')),
    '### One call of an MCP server, and one command',
    table(
      ['', 'median'],
      [...field('mcp'), ...field('command'), ...field('typed')].map((result) => [
        result.name,
        formatValue(result),
      ]),
    ),
    '### Other figures',
    table(
      ['bench', 'what', 'measured'],
      rest.map((result) => [result.bench, result.name, formatValue(result)]),
    ),
  ].join('\n\n');
}

function sideBySide(results: readonly Result[], ours: string): string[][] {
  const base = results.find(({ name }) => name === ours)?.value ?? Number.NaN;
  return results.map((result) => [
    result.whose === 'ours' ? `**${result.name}**` : result.name,
    formatValue(result),
    formatValue({ value: result.value / base, unit: '×' }),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
