import type { Message } from '@goondan/core';
import { charactersOf, tokensOf, unitsOf, type MessageUnit } from '../message-units.ts';

/** How much of a conversation a model is sent. */
export interface WindowLimits {
  readonly maxMessages?: number;
  readonly maxTokens?: number;
  readonly maxCharacters?: number;
  /** The first message too. */
  readonly keepFirst?: boolean;
}

/**
 * The end of a conversation that fits the limits, and what no model can do without. It moves on by a quarter of the limit at a time, so
 * that most steps begin as the one before and prompt caches hold. Calls stay with their results.
 */
export function windowOf(messages: readonly Message[], limits: WindowLimits): Message[] {
  const units = unitsOf(messages).map((unit, index) => ({
    ...unit,
    isPinned: unit.isPinned || (index === 0 && limits.keepFirst === true),
  }));
  const start = withQuestionFirst(units, Math.max(...startsOf(units, limits)));
  return units.filter(({ isPinned }, index) => isPinned || index >= start).flatMap((unit) => unit.messages);
}

function startsOf(
  units: readonly MessageUnit[],
  { maxMessages, maxTokens, maxCharacters }: WindowLimits,
): number[] {
  return [
    0,
    ...(maxMessages === undefined ? [] : [startWithin(units, maxMessages, () => 1)]),
    ...(maxTokens === undefined ? [] : [startWithin(units, maxTokens, tokensOf)]),
    ...(maxCharacters === undefined ? [] : [startWithin(units, maxCharacters, charactersOf)]),
  ];
}

/** The first unit to send so that all of them weigh no more than `most`. The last one is sent whatever it weighs. */
function startWithin(
  units: readonly MessageUnit[],
  most: number,
  weightOf: (message: Message) => number,
): number {
  const weights = units.map((unit) => unit.messages.reduce((sum, message) => sum + weightOf(message), 0));
  const excess = weights.reduce((sum, weight) => sum + weight, 0) - most;
  if (excess <= 0) return 0;
  const stride = Math.max(1, Math.floor(most / 4));
  const target = Math.ceil(excess / stride) * stride;
  let dropped = 0;
  let start = 0;
  while (dropped < target && start < units.length - 1) {
    dropped += units[start]?.isPinned ? 0 : (weights[start] ?? 0);
    start += 1;
  }
  return start;
}

/** Providers refuse a conversation that begins with an answer. */
function withQuestionFirst(units: readonly MessageUnit[], start: number): number {
  const isAfterQuestion = units.slice(0, start).some((unit) => unit.isPinned && isQuestion(unit));
  if (start === 0 || isAfterQuestion) return start;
  const question = units.findIndex((unit, index) => index >= start && isQuestion(unit));
  return question < 0 ? start : question;
}

function isQuestion({ messages }: MessageUnit): boolean {
  return messages[0]?.data.role === 'user';
}
