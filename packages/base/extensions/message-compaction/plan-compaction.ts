import type { Message } from '@goondan/core';
import { tokensOf, unitsOf } from '../message-units.ts';

/** When a conversation is compacted, and how much of its end stays as it is. */
export interface CompactionLimits {
  readonly maxTokens: number;
  readonly keepMessages: number;
}

/** The older messages that a summary is to stand for, in order; none while the conversation is short enough. */
export function planCompaction(
  messages: readonly Message[],
  { maxTokens, keepMessages }: CompactionLimits,
): readonly Message[] {
  if (tokensIn(messages) <= maxTokens) return [];
  const units = unitsOf(messages);
  let start = units.length;
  for (let kept = 0; start > 0 && kept < keepMessages; start -= 1)
    kept += units[start - 1]?.messages.length ?? 0;
  const older = units.slice(0, start).flatMap((unit) => (unit.isPinned ? [] : unit.messages));
  // Where it is the newest messages that are large, a summary of the others would be asked for again and again and change little.
  return older.length < 2 || tokensIn(older) < maxTokens / 4 ? [] : older;
}

function tokensIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}
