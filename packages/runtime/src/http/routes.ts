import { GoondanError } from '@goondan/core';
import { z } from 'zod';
import { handleAnswerSchema } from '../inspect/handle-answer-schema.ts';
import { eventStream } from './event-stream.ts';
import { deleteGrant, getGrants } from './grant-routes.ts';
import { getHandle, getHandles, postHandle } from './handle-routes.ts';
import type { HttpHost } from './host.ts';
import { read, readBody } from './read-body.ts';
import { jsonResponse, StatusError } from './status-error.ts';
import { cancellationSchema, cancelTurn, getTurn, postedEventSchema, postEvent } from './turn-routes.ts';

/** A request on its way to a route. */
export interface RoutedRequest {
  readonly host: HttpHost;
  readonly request: Request;
  readonly url: URL;
}

type Handle = (routed: RoutedRequest, names: readonly string[]) => Response | Promise<Response>;

interface Route {
  /** Parts that begin with `:` stand for any text. */
  readonly path: string;
  readonly methods: Readonly<Record<string, Handle>>;
}

const filterSchema = z.strictObject({
  turn: z.string().optional(),
  agent: z.string().optional(),
  token: z.string().optional(),
});

const routes: readonly Route[] = [
  { path: '/agents', methods: { GET: ({ host }) => getAgents(host) } },
  {
    path: '/agents/:agent/:instanceKey/events',
    methods: {
      POST: async ({ host, request }, [agent = '', instanceKey = '']) => {
        const posted = await readBody(request, postedEventSchema);
        return postEvent(host, { agent, instanceKey }, { posted, signal: request.signal });
      },
    },
  },
  { path: '/turns/:id', methods: { GET: ({ host }, [turnId = '']) => getTurn(host, turnId) } },
  {
    path: '/turns/:id/cancel',
    methods: {
      POST: async ({ host, request }, [turnId = '']) =>
        cancelTurn(host, turnId, (await readBody(request, cancellationSchema)).reason),
    },
  },
  { path: '/handles', methods: { GET: ({ host }) => getHandles(host) } },
  {
    path: '/handles/:id',
    methods: {
      GET: ({ host }, [handle = '']) => getHandle(host, handle),
      POST: async ({ host, request }, [handle = '']) =>
        postHandle(host, handle, await readBody(request, handleAnswerSchema)),
    },
  },
  { path: '/grants', methods: { GET: ({ host }) => getGrants(host) } },
  { path: '/grants/:id', methods: { DELETE: ({ host }, [id = '']) => deleteGrant(host, id) } },
  { path: '/events', methods: { GET: ({ host, url }) => getEvents(host, url) } },
];

/** Answers a request that may be answered. Throws `E_HTTP_ROUTE` and what the route throws. */
export async function route(routed: RoutedRequest): Promise<Response> {
  const { request, url } = routed;
  for (const { path, methods } of routes) {
    const names = match(path, url.pathname);
    if (names === undefined) continue;
    const handle = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (handle !== undefined) return handle(routed, names);
    const allowed = Object.keys(methods).join(', ');
    const message = `${path} takes ${allowed}, not ${request.method}.`;
    throw new StatusError('E_HTTP_ROUTE', message, { status: 405, headers: { allow: allowed } });
  }
  const paths = routes.map(({ path }) => path).join(', ');
  const message = `There is nothing at ${url.pathname.slice(0, 200)}. There are: ${paths}.`;
  throw new GoondanError('E_HTTP_ROUTE', message);
}

/** The texts that stand for the named parts; undefined when the path is another. */
function match(pattern: string, pathname: string): readonly string[] | undefined {
  const parts = pattern.split('/');
  const given = pathname.split('/');
  if (parts.length !== given.length) return undefined;
  const names: string[] = [];
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
    } else if (text === '') return undefined;
    else names.push(text);
  }
  return names.map(decoded);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    throw new GoondanError('E_HTTP_REQUEST', `'${text}' is not percent-encoded UTF-8.`, { cause: thrown });
  }
}

async function getAgents({ engine, agents }: HttpHost): Promise<Response> {
  const open = Map.groupBy(await engine.openTurns(), ({ agent }) => agent);
  const processes = Map.groupBy(await engine.status(), ({ agent }) => agent);
  return jsonResponse(
    agents.map((name) => ({
      name,
      openTurns: open.get(name)?.length ?? 0,
      processes: processes.get(name) ?? [],
    })),
  );
}

function getEvents(host: HttpHost, url: URL): Response {
  const { turn, agent } = read(filterSchema, Object.fromEntries(url.searchParams));
  return eventStream({
    engine: host.engine,
    isWanted: (event) =>
      (turn === undefined || event.turnId === turn) && (agent === undefined || event.agentName === agent),
    heartbeatMs: host.heartbeatMs,
    mostBuffered: host.mostBuffered,
    signal: host.closing,
  });
}
