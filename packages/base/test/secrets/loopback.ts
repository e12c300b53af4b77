import { canary, declared, formsOf } from './canaries.ts';

/** What the outside world has seen and says: a model, a collector of traces, a search engine and a web site, each of which gives away what it knows. */
export interface Loopback extends Disposable {
  readonly port: number;
  /** Everything that was sent to the site and to the collector: addresses, headers and bodies. */
  readonly received: { readonly path: string; readonly text: string; readonly bytes: Uint8Array }[];
}

const all = declared.map(({ value }) => value);

/** Starts it on a port of its own. */
export function startLoopback(): Loopback {
  const received: Loopback['received'][number][] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const bytes = new Uint8Array(await request.arrayBuffer());
      const head = JSON.stringify([...request.headers]);
      received.push({ path: pathname, text: `${request.method} ${pathname}${search} ${head}`, bytes });
      if (pathname.startsWith('/model/')) return modelAnswer(Buffer.from(bytes).toString());
      if (pathname.startsWith('/search')) return searchAnswer(search);
      if (pathname === '/v1/traces') return Response.json({});
      return siteAnswer(pathname, head);
    },
  });
  return {
    port: server.port ?? 0,
    received,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function modelAnswer(body: string): Response {
  if (body.includes('please fail'))
    return Response.json(
      { error: { message: `no key of these is good: ${all.flatMap(formsOf).join(' ')}` } },
      { status: 401 },
    );
  const pieces = [...inPieces(all.join(' and '))];
  const chunks = [
    ...pieces.map((reasoning_content) => chunk({ reasoning_content })),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ];
  return new Response(chunks.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** Of all lengths from one to five, so that everything is cut in every way. */
function* inPieces(text: string): Iterable<string> {
  for (let from = 0, length = 1; from < text.length; from += length, length = (length % 5) + 1)
    yield text.slice(from, from + length);
}

function chunk(delta: Readonly<Record<string, string>>, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}

function searchAnswer(search: string): Response {
  if (search.includes('refused')) return new Response(`bad key ${all.join(' ')}`, { status: 401 });
  const result = { title: canary('BRAVE_API_KEY'), url: 'https://example.com/', description: all.join(' ') };
  return Response.json({ web: { results: [result] } });
}

function siteAnswer(pathname: string, head: string): Response {
  const url = `/elsewhere?token=${encodeURIComponent(all.join(' '))}`;
  if (pathname === '/site/redirect') return new Response('', { status: 302, headers: { location: url } });
  if (pathname === '/site/error') return new Response(all.flatMap(formsOf).join('\n'), { status: 500 });
  if (pathname === '/site/html')
    return new Response(
      `<html><body><h1>${canary('MODEL_KEY')}</h1><p>${canary('PROBE_SECRET')}</p></body></html>`,
      {
        headers: { 'content-type': 'text/html' },
      },
    );
  return Response.json(
    { head, all, basic: Buffer.from(`user:${all.join(':')}`).toString('base64') },
    { headers: { 'x-key': canary('MODEL_KEY') } },
  );
}
