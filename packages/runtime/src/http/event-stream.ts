import type { Engine } from '../engine/engine.ts';
import type { RuntimeEvent, TurnDelta } from '../telemetry/runtime-event.ts';

/** What a reader gets and how long it is waited for. */
export interface EventStreamOptions {
  readonly engine: Pick<Engine, 'observe'>;
  readonly isWanted: (event: RuntimeEvent | TurnDelta) => boolean;
  /** How many bytes may wait for a slow reader before it is dropped. */
  readonly mostBuffered: number;
  readonly heartbeatMs: number;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** Runtime events and deltas from now on as server-sent events; a comment now and then keeps the connection. */
export function eventStream(options: EventStreamOptions): Response {
  const encoder = new TextEncoder();
  let end = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string): void => {
          // A reader that does not keep up would otherwise hold ever more of what happens in memory.
          if ((controller.desiredSize ?? 0) <= 0) return end();
          controller.enqueue(encoder.encode(text));
        };
        const stopObserving = options.engine.observe((event) => {
          if (options.isWanted(event)) write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        });
        const heartbeat = setInterval(() => write(': still here\n\n'), options.heartbeatMs);
        end = () => {
          end = () => {};
          stopObserving();
          clearInterval(heartbeat);
          options.signal.removeEventListener('abort', onAbort);
          controller.close();
        };
        const onAbort = (): void => end();
        options.signal.addEventListener('abort', onAbort);
        write(': connected\n\n');
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: options.mostBuffered }),
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
