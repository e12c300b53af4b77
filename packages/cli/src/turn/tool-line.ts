import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';
import { duration } from '../output/duration.ts';
import { pad } from '../output/pad.ts';
import { paint } from '../output/paint.ts';
import { oneLine } from '../output/terminal-text.ts';

const callWidth = 54;

/** A finished call on one line: name and arguments, how it ended, how long it took, what it gave. */
export function toolLine(ended: RuntimeEvent, started: RuntimeEvent | undefined, isColored: boolean): string {
  const attributes = { ...started?.attributes, ...ended.attributes };
  const args = attributes['args'] === undefined ? '' : ` ${JSON.stringify(attributes['args'])}`;
  const call = pad(oneLine(`${ended.toolName ?? ''}${args}`, 120), callWidth);
  const took = ended.durationMs === undefined ? '' : duration(ended.durationMs);
  const isFailed = ended.type === 'tool.failed';
  const isPending = attributes['status'] === 'pending';
  const status = isFailed
    ? paint('error', 'red', isColored)
    : isPending
      ? paint('pending', 'yellow', isColored)
      : paint('ok', 'green', isColored);
  const { code = '', message = '' } = ended.error ?? {};
  const told = isFailed
    ? oneLine(`${code} ${message}`, 160)
    : oneLine(textOf(attributes[isPending ? 'handle' : 'preview']), 80);
  const parts = [`${call} ${status}`, took, told === '' ? '' : `→ ${told}`];
  return parts.filter((part) => part !== '').join('   ');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
