import { z } from 'zod';

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((pairs) =>
    Object.fromEntries(pairs.map(({ key, value }) => [key, plain(Object.entries(value)[0])])),
  );
const arraySchema = z.object({ values: z.array(z.record(z.string(), z.unknown())) });

function plain([type, value]: [string, unknown] | [] = []): unknown {
  return type === 'arrayValue'
    ? arraySchema.parse(value).values.map((element) => plain(Object.entries(element)[0]))
    : value;
}

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: attributesSchema,
  events: z.array(z.object({ name: z.string(), timeUnixNano: z.string(), attributes: attributesSchema })),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});

const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as it came over the wire. */
export type ReceivedSpan = z.infer<typeof spanSchema>;

/** An OTLP/HTTP collector on loopback that understands what it is sent; `answer` decides what it says to it. */
export function startCollector(answer: () => Response | Promise<Response> = () => Response.json({})) {
  const bodies: string[] = [];
  const headers: Headers[] = [];
  const paths: string[] = [];
  const arrival = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      bodies.push(await request.text());
      headers.push(request.headers);
      paths.push(new URL(request.url).pathname);
      arrival.resolve();
      return answer();
    },
  });
  const received = () => bodies.flatMap((body) => requestSchema.parse(JSON.parse(body)).resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    headers,
    paths,
    bodies,
    /** Resolves with the first request. */
    arrival: arrival.promise,
    spans: (): ReceivedSpan[] =>
      received().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => received().map(({ resource }) => resource.attributes),
    stop: () => server.stop(true),
  };
}

/** A logger that remembers its warnings. */
export function rememberWarnings(): { warnings: string[]; warn: (...words: unknown[]) => void } {
  const warnings: string[] = [];
  return { warnings, warn: (...words) => void warnings.push(words.join(' ')) };
}
