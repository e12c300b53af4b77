import type { Span } from '@goondan/runtime/telemetry';
import { duration } from '../output/duration.ts';
import { fit } from '../output/fit.ts';
import type { Output } from '../output/output.ts';
import { pad } from '../output/pad.ts';
import { paint } from '../output/paint.ts';
import { oneLine } from '../output/terminal-text.ts';

const mostBar = 24;
const leastBar = 12;
const mostLabel = 84;
const mostArgs = 40;
/** What is shown of a call's arguments, however narrow the terminal is. */
const leastArgs = 12;
/** A terminal this wide has room for bars beside what they are of. */
const columnsForBars = 72;

/** Where it is shown: without columns it takes as many as it needs. */
type TraceOutput = Pick<Output, 'isColored' | 'columns'>;

interface Line {
  /** The branches of the tree before it. */
  readonly before: string;
  readonly span: Span;
}

/** Spans as a tree, each with how long it took and where that lies in the whole; made to fit a terminal of that many columns. */
export function traceText(spans: readonly Span[], { isColored, columns }: TraceOutput): string {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId ?? '');
  const known = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === null || !known.has(parentSpanId));
  const lines = roots.flatMap((root) => [{ before: '', span: root }, ...branches(root, children, '')]);
  const hasBars = columns === undefined || columns >= columnsForBars;
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - (hasBars ? leastBar + 2 : 0);
  const labels = lines.map((line) => labelIn(line, room));
  if (!hasBars) return labels.join('\n');
  const width = Math.min(mostLabel, room, Math.max(0, ...labels.map((label) => Bun.stringWidth(label))));
  const whole = {
    ...rangeOf(spans),
    width: Math.min(mostBar, (columns ?? Number.POSITIVE_INFINITY) - width - 2),
  };
  return lines
    .map(({ span }, index) => {
      const label = labels[index] ?? '';
      // What does not fit wraps; a bar behind it would wrap too, and say nothing.
      if (Bun.stringWidth(label) > room) return label;
      return `${pad(label, width)}  ${paint(bar(span, whole), colorOf(span), isColored)}`.trimEnd();
    })
    .join('\n');
}

function branches(parent: Span, children: ReadonlyMap<string, readonly Span[]>, indent: string): Line[] {
  const own = children.get(parent.spanId) ?? [];
  return own.flatMap((span, index) => {
    const isLast = index === own.length - 1;
    return [
      { before: `${indent}${isLast ? '└─' : '├─'} `, span },
      ...branches(span, children, `${indent}${isLast ? '   ' : '│  '}`),
    ];
  });
}

/** The label, with less of the arguments where it takes more columns than there are. */
function labelIn({ before, span }: Line, room: number): string {
  const label = before + labelOf(span, mostArgs);
  const over = Bun.stringWidth(label) - room;
  if (over <= 0) return label;
  const args = Bun.stringWidth(callText(span.attributes?.['args'], mostArgs));
  return before + labelOf(span, Math.max(leastArgs, args - over));
}

/** Who or what, how long, what is worth knowing, and how it stands unless all is well. */
function labelOf(span: Span, argsColumns: number): string {
  const { name, agentName, turnId, toolName, durationMs, usage, attributes = {} } = span;
  const took = durationMs === null ? '' : duration(durationMs);
  const tokens =
    usage === undefined || usage.totalTokens === 0 ? '' : `${usage.totalTokens.toLocaleString('en-US')} tok`;
  const parts =
    toolName !== null
      ? [toolName, callText(attributes['args'], argsColumns), took]
      : name === 'turn'
        ? [agentName, `turn ${turnId}`, took, tokens]
        : [name, took, modelText(attributes)];
  return [...parts, statusText(span)]
    .filter((part) => part !== '')
    .map((part) => oneLine(part, 120))
    .join('  ');
}

function callText(args: unknown, columns: number): string {
  return args === undefined ? '' : fit(oneLine(JSON.stringify(args), mostArgs), columns);
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

function bar(
  { startedAt, durationMs }: Span,
  { start, end, width }: Range & { readonly width: number },
): string {
  const scale = width / Math.max(1, end - start);
  const offset = Math.min(width - 1, Math.round((Date.parse(startedAt) - start) * scale));
  const length = Math.round((durationMs ?? end - Date.parse(startedAt)) * scale);
  return `${' '.repeat(offset)}${length < 1 ? '▏' : '▇'.repeat(Math.min(length, width - offset))}`;
}
