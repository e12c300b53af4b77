import type { RuntimeEvent, TurnDelta, TurnOutcome } from '@goondan/runtime';
import { errorReport } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { count, duration } from '../output/duration.ts';
import type { Output } from '../output/output.ts';
import { paint } from '../output/paint.ts';
import { oneLine, terminalText } from '../output/terminal-text.ts';
import { valueText } from '../output/value-text.ts';
import { outcomeError } from '../turn/outcome-error.ts';
import { retryLine } from '../turn/retry-line.ts';
import { toolLine } from '../turn/tool-line.ts';

/** A call that takes longer is shown before it ends. */
const longCallMs = 500;

/** Shows one turn of a chat while it happens. */
export interface ChatView {
  readonly onEvent: (event: RuntimeEvent | TurnDelta) => void;
  /** Ends the line that is being written, so that something else can be shown. */
  readonly breakLine: () => void;
  readonly end: (outcome: TurnOutcome, tookMs: number) => void;
}

/** A view on the turn `traceId` of `agent`, with all that it causes. */
export function createChatView(options: {
  readonly output: Output;
  readonly agent: string;
  readonly labelWidth: number;
  readonly traceId: string | undefined;
}): ChatView {
  const { output, agent, labelWidth, traceId } = options;
  const indent = ' '.repeat(labelWidth + 2);
  const started = new Map<string, RuntimeEvent>();
  const running = new Map<string, ReturnType<typeof setTimeout>>();
  let turnId = '';
  /** Which attempt at which step the line on the screen belongs to; empty where none is being written. */
  let writing = '';
  let shown = '';

  const breakLine = (): void => {
    if (writing === '') return;
    writing = '';
    output.piece('\n');
  };
  const line = (text: string): void => {
    breakLine();
    output.line(text);
  };
  const onDelta = ({ stepIndex, attempt, kind, text, ...of }: TurnDelta): void => {
    if (of.turnId !== turnId || kind !== 'text' || text === '') return;
    const place = `${stepIndex}/${attempt}`;
    if (writing !== place) {
      // What an earlier attempt had said does not count.
      breakLine();
      shown = '';
      output.piece(paint(agent.padEnd(labelWidth), 'bold', output.isColored));
      writing = place;
    }
    shown += text;
    output.piece(terminalText(text).replaceAll('\n', `\n${' '.repeat(labelWidth)}`));
  };
  const onStart = (event: RuntimeEvent): void => {
    started.set(event.spanId, event);
    const call = oneLine(`${event.toolName ?? ''} ${JSON.stringify(event.attributes?.['args'] ?? {})}`, 120);
    const show = (): void => line(paint(`${indent}${call} …`, 'dim', output.isColored));
    running.set(event.spanId, setTimeout(show, longCallMs));
  };
  const onEnd = (event: RuntimeEvent): void => {
    clearTimeout(running.get(event.spanId));
    const owner = event.agentName === agent ? '' : `${event.agentName}: `;
    line(toolLine(event, started.get(event.spanId), { output, before: `${indent}${owner}` }));
  };
  return {
    breakLine,
    onEvent: (event) => {
      if (event.type === 'delta') {
        onDelta(event);
        return;
      }
      if (event.traceId !== traceId) return;
      if (event.type === 'turn.started' && event.agentName === agent && turnId === '') turnId = event.turnId;
      if (event.type === 'model.retried')
        line(paint(`${indent}${retryLine(event)}`, 'yellow', output.isColored));
      if (event.type === 'tool.started') onStart(event);
      if (event.type === 'tool.held') clearTimeout(running.get(event.spanId));
      if (event.type === 'tool.completed' || event.type === 'tool.failed') onEnd(event);
    },
    end: (outcome, tookMs) => {
      for (const timer of running.values()) clearTimeout(timer);
      breakLine();
      if (outcome.status === 'completed') {
        const answer = valueText(outcome.output ?? '');
        if (answer !== shown)
          output.line(`${paint(agent.padEnd(labelWidth), 'bold', output.isColored)}${terminalText(answer)}`);
      } else if (outcome.status === 'cancelled') output.line(`${indent}cancelled`);
      else output.line(errorText(errorReport(outcomeError(outcome)), output.isColored));
      output.line(`${paint(sumsOf(outcome, tookMs), 'dim', output.isColored)}\n`);
    },
  };
}

function sumsOf({ steps, toolCalls, usage }: TurnOutcome, tookMs: number): string {
  return [
    count(steps, 'step'),
    count(toolCalls.length, 'tool call'),
    ...(usage.totalTokens > 0 ? [`${usage.totalTokens.toLocaleString('en-US')} tok`] : []),
    duration(tookMs),
  ].join(' · ');
}
