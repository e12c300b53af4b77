import type { TurnContext } from '../engine/turn-context.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import type { RuntimeEvent, RuntimeEventType } from '../telemetry/runtime-event.ts';
import { spanIdOf } from '../telemetry/span-id.ts';

/** What is told of a span besides its place. */
export type SpanDetails = Pick<RuntimeEvent, 'error' | 'usage' | 'attributes' | 'toolCallId' | 'toolName'>;

/** A turn, a step or a call in the trace: tells when it starts and how it ends. */
export class TraceSpan {
  readonly id: string;
  readonly #turn: TraceTurn;
  readonly #place: Pick<RuntimeEvent, 'parentSpanId' | 'stepIndex' | 'toolCallId' | 'toolName'>;
  #startedAt: number | undefined;

  constructor(
    turn: TraceTurn,
    name: string,
    place: Pick<RuntimeEvent, 'parentSpanId' | 'stepIndex' | 'toolCallId' | 'toolName'>,
  ) {
    this.#turn = turn;
    this.#place = place;
    this.id = spanIdOf(turn.traceId, `${turn.context.turnId}/${name}`);
  }

  /** Tells of its start. */
  started(type: RuntimeEventType, details: SpanDetails = {}): void {
    this.#startedAt ??= Date.now();
    this.tell(type, details);
  }

  /** Tells of its end, with how long it took where this attempt saw the start. */
  ended(type: RuntimeEventType, details: SpanDetails = {}): void {
    const startedAt = this.#startedAt;
    this.tell(type, {
      ...details,
      ...(startedAt === undefined ? {} : { durationMs: Date.now() - startedAt }),
    });
  }

  /** Tells of anything in between. */
  tell(type: RuntimeEventType, details: SpanDetails & Pick<RuntimeEvent, 'durationMs'> = {}): void {
    const { context, traceId, mask } = this.#turn;
    const event: RuntimeEvent = {
      type,
      at: Date.now(),
      traceId,
      spanId: this.id,
      agentName: context.self.agent,
      instanceKey: context.self.instanceKey,
      turnId: context.turnId,
      ...this.#place,
      ...details,
    };
    context.observe(mask.json(event));
  }
}

/** What all spans of a turn have in common. */
export interface TraceTurn {
  readonly context: TurnContext;
  readonly traceId: string;
  readonly mask: SecretMask;
}
