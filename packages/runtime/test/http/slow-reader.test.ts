import net from 'node:net';
import { test } from 'bun:test';
import { eventStream } from '../../src/http/event-stream.ts';
import type { TurnDelta } from '../../src/telemetry/runtime-event.ts';

test('a reader that does not keep up is dropped and holds no more than its buffer', async () => {
  let tell: ((delta: TurnDelta) => void) | undefined;
  let isObserved = false;
  const state = { isDropped: false };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      eventStream({
        engine: {
          observe: (listener) => {
            isObserved = true;
            tell = listener;
            return () => {
              state.isDropped = true;
            };
          },
        },
        isWanted: () => true,
        mostBuffered: 64 * 1024,
        heartbeatMs: 60_000,
        signal: new AbortController().signal,
      }),
  });
  const socket = net.connect(server.port ?? 0, '127.0.0.1');
  try {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const delta = { type: 'delta', agentName: 'a', instanceKey: 'k', turnId: 't', stepIndex: 0 } as const;
    const text = 'x'.repeat(16 * 1024);
    while (!state.isDropped) {
      if (isObserved) tell?.({ ...delta, attempt: 0, kind: 'text', text });
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    socket.destroy();
    await server.stop(true);
  }
});
