import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';
import { duration } from '../output/duration.ts';
import { fit } from '../output/fit.ts';
import type { Output } from '../output/output.ts';
import { pad } from '../output/pad.ts';
import { paint } from '../output/paint.ts';
import { oneLine } from '../output/terminal-text.ts';

const callWidth = 54;
/** What is shown of a call, and of what it gave, before a narrow terminal has to wrap the whole line. */
const leastCall = 20;
const leastResult = 12;

/** Where a line is shown. */
interface LinePlace {
  /** Without columns it takes as many as it needs. */
  readonly output: Pick<Output, 'isColored' | 'columns'>;
  /** What stands before it. */
  readonly before: string;
}

/** A finished call on one line: name and arguments, how it ended, how long it took, what it gave. Why one failed is never cut. */
export function toolLine(
  ended: RuntimeEvent,
  started: RuntimeEvent | undefined,
  { output: { isColored, columns = Number.POSITIVE_INFINITY }, before }: LinePlace,
): string {
  const attributes = { ...started?.attributes, ...ended.attributes };
  const args = attributes['args'] === undefined ? '' : ` ${JSON.stringify(attributes['args'])}`;
  const call = oneLine(`${ended.toolName ?? ''}${args}`, 120);
  const took = ended.durationMs === undefined ? '' : duration(ended.durationMs);
  const isFailed = ended.type === 'tool.failed';
  const isPending = attributes['status'] === 'pending';
  const [status, color] = isFailed
    ? (['error', 'red'] as const)
    : isPending
      ? (['pending', 'yellow'] as const)
      : (['ok', 'green'] as const);
  const { code = '', message = '' } = ended.error ?? {};
  const told = isFailed
    ? oneLine(`${code} ${message}`, 160)
    : oneLine(textOf(attributes[isPending ? 'handle' : 'preview']), 80);
  const room = columns - Bun.stringWidth(before + lineOf([` ${status}`, took, told === '' ? '' : '→ ']));
  const isCut = !isFailed && !isPending && room >= leastCall + leastResult;
  const result = isCut ? fit(told, Math.max(leastResult, room - Bun.stringWidth(call))) : told;
  const callRoom = room - Bun.stringWidth(result);
  const shown = pad(callRoom < leastCall ? call : fit(call, callRoom), Math.min(callWidth, callRoom));
  const parts = [`${shown} ${paint(status, color, isColored)}`, took, result === '' ? '' : `→ ${result}`];
  return before + lineOf(parts);
}

function lineOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('   ');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
