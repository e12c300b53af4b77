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
  const status = isFailed ? paint('error', 'red', isColored) : paint('ok', 'green', isColored);
  const shown = isFailed
    ? `${ended.error?.code ?? ''} ${ended.error?.message ?? ''}`
    : String(attributes['preview'] ?? '');
  const tail = shown.trim() === '' ? '' : `   → ${oneLine(shown, 80)}`;
  return `${call} ${status}   ${took}${tail}`.trimEnd();
}
