import type { Message } from '../../../src/message/message.ts';
import type { ToolCallScope } from '../../../src/tool/index.ts';

/** The assistant message that holds the calls of these tests. */
export const assistantMessage: Message = {
  id: 'm1',
  data: { role: 'assistant', content: 'calling a tool' },
  metadata: {},
  createdAt: new Date(0),
  source: { type: 'assistant', stepIndex: 0 },
};

/** What surrounds a call; each test names only the fields it is about. */
export function scopeOf(fields: Partial<ToolCallScope> = {}): ToolCallScope {
  return {
    agentName: 'coder',
    instanceKey: 'default',
    turnId: 'turn-1',
    message: assistantMessage,
    workdir: '/nowhere',
    logger: console,
    ...fields,
  };
}

/** A logger that keeps its warnings. */
export function recordingLogger(): { readonly logger: Console; readonly warnings: string[] } {
  const warnings: string[] = [];
  const logger: Console = { ...console, warn: (...parts: unknown[]) => void warnings.push(parts.join(' ')) };
  return { logger, warnings };
}
