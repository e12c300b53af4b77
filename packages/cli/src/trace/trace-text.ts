import type { Span } from '@goondan/runtime/telemetry';
import { duration } from '../output/duration.ts';
import { pad } from '../output/pad.ts';
import { paint } from '../output/paint.ts';
import { oneLine } from '../output/terminal-text.ts';

const barWidth = 24;
const mostLabel = 84;

interface Line {
  readonly label: string;
  readonly span: Span;
}

/** Spans as a tree, each with how long it took and where that lies in the whole. */
export function traceText(spans: readonly Span[], isColored: boolean): string {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId ?? '');
  const known = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === null || !known.has(parentSpanId));
  const lines = roots.flatMap((root) => [
    { label: labelOf(root), span: root },
    ...branches(root, children, ''),
  ]);
  const width = Math.min(mostLabel, Math.max(0, ...lines.map(({ label }) => Bun.stringWidth(label))));
  const whole = rangeOf(spans);
  return lines
    .map(({ label, span }) =>
      `${pad(label, width)}  ${paint(bar(span, whole), colorOf(span), isColored)}`.trimEnd(),
    )
    .join('\n');
}

function branches(parent: Span, children: ReadonlyMap<string, readonly Span[]>, indent: string): Line[] {
  const own = children.get(parent.spanId) ?? [];
  return own.flatMap((span, index) => {
    const isLast = index === own.length - 1;
    return [
      { label: `${indent}${isLast ? '└─' : '├─'} ${labelOf(span)}`, span },
      ...branches(span, children, `${indent}${isLast ? '   ' : '│  '}`),
    ];
  });
}

/** Who or what, how long, what is worth knowing, and how it stands unless all is well. */
function labelOf(span: Span): string {
  const { name, agentName, turnId, toolName, durationMs, usage, attributes = {} } = span;
  const took = durationMs === null ? '' : duration(durationMs);
  const tokens =
    usage === undefined || usage.totalTokens === 0 ? '' : `${usage.totalTokens.toLocaleString('en-US')} tok`;
  const parts =
    toolName !== null
      ? [toolName, callText(attributes['args']), took]
      : name === 'turn'
        ? [agentName, `turn ${turnId}`, took, tokens]
        : [name, took, modelText(attributes)];
  return [...parts, statusText(span)]
    .filter((part) => part !== '')
    .map((part) => oneLine(part, 120))
    .join('  ');
}

function callText(args: unknown): string {
  return args === undefined ? '' : oneLine(JSON.stringify(args), 40);
}

function modelText(attributes: NonNullable<Span['attributes']>): string {
  const model = attributes['responseModel'] ?? attributes['model'];
  return typeof model === 'string' ? `model ${model}` : '';
}

function statusText({ status, error }: Span): string {
  if (status === 'ok') return '';
  return error === undefined ? status : oneLine(`${status}  ${error.code} ${error.message}`, 100);
}

function colorOf({ status }: Span): 'red' | 'yellow' | 'green' {
  if (status === 'error') return 'red';
  return status === 'ok' ? 'green' : 'yellow';
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeOf(spans: readonly Span[]): Range {
  const starts = spans.map(({ startedAt }) => Date.parse(startedAt));
  const ends = spans.map(({ startedAt, durationMs }) => Date.parse(startedAt) + (durationMs ?? 0));
  return {
    start: starts.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    end: ends.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY),
  };
}

function bar({ startedAt, durationMs }: Span, { start, end }: Range): string {
  const scale = barWidth / Math.max(1, end - start);
  const offset = Math.min(barWidth - 1, Math.round((Date.parse(startedAt) - start) * scale));
  const length = Math.round((durationMs ?? end - Date.parse(startedAt)) * scale);
  return `${' '.repeat(offset)}${length < 1 ? '▏' : '▇'.repeat(Math.min(length, barWidth - offset))}`;
}
