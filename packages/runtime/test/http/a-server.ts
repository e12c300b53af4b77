import { serveEngine, type EngineServer, type ServeEngineOptions } from '../../src/http/serve-engine.ts';
import type { Swarm } from '../../src/swarm/swarm.ts';
import { withSwarm, type TestSwarm } from '../inspect/a-swarm.ts';

/** A swarm that is served. */
export interface ServedSwarm {
  readonly swarm: Swarm;
  readonly place: TestSwarm;
  readonly server: EngineServer;
  /** Asks with the token; a body makes it a POST. */
  readonly ask: (path: string, body?: unknown) => Promise<Answer>;
}

/** What was answered. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Serves a swarm, hands it over and ends it. */
export async function served(
  use: (served: ServedSwarm) => Promise<void>,
  options: Partial<ServeEngineOptions> = {},
): Promise<void> {
  await withSwarm(async (place) => {
    const swarm = await place.open();
    await swarm.engine.start();
    const server = await serveEngine(swarm.engine, {
      layout: place.layout,
      agents: swarm.agents,
      ...options,
    });
    try {
      await use({
        swarm,
        place,
        server,
        ask: async (path, body) => {
          const response = await fetch(`${server.url}${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          return { status: response.status, body: await response.json() };
        },
      });
    } finally {
      await server.close();
      await swarm.engine.stop({ graceMs: 0 });
    }
  });
}

/** The lines of a stream of events, as they come. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return;
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
