import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta, TurnOutcome } from '@goondan/runtime';
import { count, duration } from '../output/duration.ts';
import type { Output } from '../output/output.ts';
import { pad } from '../output/pad.ts';
import { paint } from '../output/paint.ts';
import { oneLine, terminalText } from '../output/terminal-text.ts';
import { valueText } from '../output/value-text.ts';
import { retryLine } from './retry-line.ts';
import { toolLine } from './tool-line.ts';

/** What a transcript is about. */
export interface TranscriptOptions {
  readonly output: Output;
  readonly agent: string;
  readonly input: string;
  /** Of the turn and all that it causes; what else happens meanwhile is not shown. */
  readonly traceId: string | undefined;
}

/** A turn as a person reads it while it happens: who was asked what, each call as it ends, the answer, what it took. */
export interface Transcript {
  readonly onEvent: (event: RuntimeEvent | TurnDelta) => void;
  /** The answer and the sums, where there is an answer. */
  readonly end: (outcome: TurnOutcome, next?: string) => void;
}

/** Before what to do next, where it fits on the line. */
const between = ' '.repeat(6);

/** Writes a transcript to `output` as events come in. */
export function createTranscript({ output, agent, input, traceId }: TranscriptOptions): Transcript {
  const started = new Map<string, RuntimeEvent>();
  const labelWidth = Math.max(Bun.stringWidth(agent), 'you'.length) + 2;
  const indent = ' '.repeat(labelWidth + 2);
  let hasBegun = false;
  let isScripted = false;
  /** Of each turn that has ended: a turn may cause others of the same agent. */
  const tookMs = new Map<string, number>();
  const begin = (model: string): void => {
    if (hasBegun) return;
    hasBegun = true;
    output.line(`${paint(agent, 'bold', output.isColored)} · ${model}\n`);
    output.line(`${pad('you', labelWidth)}${oneLine(input, 500)}`);
  };
  return {
    onEvent: (event) => {
      if (event.type === 'delta' || event.traceId !== traceId) return;
      if (event.type === 'turn.started') {
        isScripted ||= event.attributes?.['provider'] === 'scripted';
        begin(modelText(event));
      }
      if (event.type === 'model.retried')
        output.line(paint(`${indent}${retryLine(event)}`, 'yellow', output.isColored));
      if (event.type === 'tool.started') started.set(event.spanId, event);
      if (event.type === 'turn.completed') tookMs.set(event.turnId, event.durationMs ?? 0);
      if (event.type === 'tool.completed' || event.type === 'tool.failed') {
        const owner = event.agentName === agent ? '' : `${event.agentName}: `;
        const before = `${indent}${owner}`;
        output.line(toolLine(event, started.get(event.spanId), { output, before }));
      }
    },
    end: (outcome, next) => {
      const answer = valueText(outcome.output ?? '');
      const label = paint(pad(agent, labelWidth), 'bold', output.isColored);
      output.line(`${label}${output.isTerminal ? terminalText(answer) : answer}`);
      const sums = [
        '1 turn',
        count(outcome.steps, 'step'),
        count(outcome.toolCalls.length, 'tool call'),
        ...(!isScripted && outcome.usage.totalTokens > 0 ? [`${outcome.usage.totalTokens} tok`] : []),
        duration(tookMs.get(outcome.turnId) ?? 0),
      ].join(' · ');
      const hint = next === undefined ? '' : `Next: ${next}`;
      const isWide = Bun.stringWidth(sums + between + hint) > (output.columns ?? Number.POSITIVE_INFINITY);
      const parts = [paint(sums, 'dim', output.isColored), hint].filter((part) => part !== '');
      output.line(`\n${parts.join(isWide ? '\n' : between)}`);
    },
  };
}

function modelText({ attributes = {} }: RuntimeEvent): string {
  const provider = textOf(attributes['provider']);
  const model = textOf(attributes['model']);
  if (provider === 'scripted') return 'scripted model, no network, no key';
  return [provider, model].filter((text) => text !== '').join(' ') || 'model';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
