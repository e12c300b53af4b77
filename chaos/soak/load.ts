/** The tools of the soak: one that does nothing, one that fails, one for a worker thread, and one that tells what its process takes. */
import type { ToolHandler } from '@goondan/core';
import { gaugeProcess } from './gauge.ts';

/** The handlers of `Tool/load` and `Tool/boxed`. */
export const handlers: Record<string, ToolHandler> = {
  nothing: (_context, input) => ({ index: input['index'] ?? null }),
  fail: () => {
    throw new Error('This call was asked to fail.');
  },
  gauge: () => ({ ...gaugeProcess() }),
};
