import { formatLimit, formatValue, isReached, type Result } from './result.ts';
import { formatMachine, type StoredRun } from './stored-run.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly kind: 'ours' | 'peer' | 'floor' | 'broken';
}

interface Panel {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Where the limit is drawn; values then stand in a column of their own, clear of it. */
  readonly limit?: number;
}

const width = 900;
const labels = 330;
const texts = 190;
const row = 24;
const heading = 58;

/** A picture of a run: what a call and a step cost beside others, and how near each promise is to its limit. Scales are logarithmic. */
export function chartOf({ date, machine, results }: StoredRun): string {
  const panels = [
    fieldPanel('One tool call, microseconds', results, 'call'),
    fieldPanel('One step with one call, microseconds', results, 'step'),
    promisePanel(results),
  ].filter(({ bars }) => bars.length > 0);
  const tops = panels.map((_, index) =>
    panels.slice(0, index).reduce((sum, panel) => sum + heightOf(panel), 20),
  );
  const height = panels.reduce((sum, panel) => sum + heightOf(panel), 20) + 50;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Benchmarks: a tool call, a step and the promises">`,
    style,
    '<rect class="paper" width="100%" height="100%" rx="10"/>',
    ...panels.map((panel, index) => drawn(panel, tops[index] ?? 0)),
    legend(height - 44),
    `<text class="dim" x="24" y="${height - 18}">${escaped(`${date} · ${formatMachine(machine)} · logarithmic scales, shorter is better`)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function legend(y: number): string {
  const kinds = {
    ours: 'ours',
    peer: 'other runtimes',
    floor: 'written by hand',
    broken: 'limit not reached',
  };
  const entries = Object.entries(kinds).map(
    ([kind, text], index) =>
      `<rect class="${kind}" x="${24 + index * 160}" y="${y - 10}" width="12" height="12" rx="2"/><text x="${42 + index * 160}" y="${y}">${text}</text>`,
  );
  return entries.join('');
}

function fieldPanel(title: string, results: readonly Result[], field: NonNullable<Result['field']>): Panel {
  const bars = results
    .filter((result) => result.field === field)
    .toSorted((left, right) => left.value - right.value)
    .map((result): Bar => ({
      label: result.name,
      value: result.value,
      text: formatValue(result),
      kind: result.whose ?? 'ours',
    }));
  return { title, bars };
}

/** Each promise as a share of its limit: what is left of the line keeps it. */
function promisePanel(results: readonly Result[]): Panel {
  const bars = results.flatMap((result): Bar[] => {
    const { limit, value } = result;
    if (limit === undefined) return [];
    const share = limit.kind === 'atLeast' ? limit.value / value : value / limit.value;
    const text = `${formatValue(result)} (${formatLimit(result)})`;
    return [
      {
        label: `${result.bench}: ${result.name}`,
        value: Math.max(share, 0.01),
        text,
        kind: isReached(result) === true ? 'ours' : 'broken',
      },
    ];
  });
  return {
    title: 'Promises, as a share of their limit (the line)',
    bars: bars.toSorted((left, right) => left.value - right.value),
    limit: 1,
  };
}

function heightOf({ bars }: Panel): number {
  return heading + bars.length * row + 24;
}

function drawn({ title, bars, limit }: Panel, top: number): string {
  const values = [...bars.map(({ value }) => value), ...(limit === undefined ? [] : [limit])];
  const low = Math.min(...values) / 1.6;
  const high = Math.max(...values);
  const room = width - labels - texts - 24;
  const at = (value: number): number => labels + (Math.log(value / low) / Math.log(high / low)) * room;
  const first = top + heading;
  const upright = (kind: string, value: number): string =>
    `<path class="${kind}" d="M${at(value).toFixed(1)} ${first - 8}V${first + bars.length * row}"/>`;
  const ticks = decadesBetween(low, high).map(
    (value) =>
      `${upright('grid', value)}<text class="dim middle" x="${at(value).toFixed(1)}" y="${first - 14}">${shortNumber(value)}</text>`,
  );
  const lines = bars.map(({ label, value, text, kind }, index) => {
    const y = first + index * row;
    const end = at(value);
    const strong = kind === 'ours' && limit === undefined ? ' strong' : '';
    return [
      `<text class="label${strong}" x="${labels - 10}" y="${y + 14}">${escaped(label)}</text>`,
      `<rect class="${kind}" x="${labels}" y="${y + 2}" width="${(end - labels).toFixed(1)}" height="${row - 8}" rx="2"/>`,
      `<text class="value" x="${(limit === undefined ? end + 8 : width - texts).toFixed(1)}" y="${y + 14}">${escaped(text)}</text>`,
    ].join('');
  });
  return [
    `<text class="title" x="24" y="${top + 22}">${escaped(title)}</text>`,
    ...ticks,
    ...lines,
    limit === undefined ? '' : upright('limit', limit),
  ].join('\n');
}

function decadesBetween(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low));
  const last = Math.floor(Math.log10(high));
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => 10 ** (first + index));
}

function shortNumber(value: number): string {
  return value >= 1 ? value.toLocaleString('en-US') : String(Number(value.toPrecision(1)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const style = `<style>
text { font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #24292f }
.title { font-size: 16px; font-weight: 600 }
.value { paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
.label { text-anchor: end } .middle { text-anchor: middle } .strong { font-weight: 600 } .dim { fill: #656d76; font-size: 11px }
.paper { fill: #ffffff } .grid { stroke: #d0d7de } .limit { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 4 3 }
.ours { fill: #2f81f7 } .peer { fill: #b7791f } .floor { fill: #8c959f } .broken { fill: #cf222e }
@media (prefers-color-scheme: dark) {
text { fill: #d5d9e0 } .value { stroke: #16181d } .dim { fill: #9198a1 } .paper { fill: #16181d } .grid { stroke: #33383f }
.ours { fill: #5aa2e6 } .peer { fill: #d29922 } .floor { fill: #7d8590 } .broken { fill: #f85149 } .limit { stroke: #f85149 }
}
</style>`;
