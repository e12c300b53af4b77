import type { RuntimeEvent } from '@goondan/runtime';
import { duration } from '../output/duration.ts';
import { oneLine } from '../output/terminal-text.ts';

/** Why a model is asked again, and when: else a long wait looks like a hang. */
export function retryLine({ error, attributes = {} }: RuntimeEvent): string {
  const { waitMs } = attributes;
  const when = typeof waitMs === 'number' && waitMs >= 1 ? ` in ${duration(waitMs)}` : '';
  return `asked again${when}: ${oneLine(`${error?.code ?? ''} ${error?.message ?? ''}`, 160)}`;
}
