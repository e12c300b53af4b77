import type { Person } from '@goondan/mcp';

/** Somebody with a browser on this machine: `show` is told the page to open, and the browser comes back to a port of ours until it is disposed of. */
export function loopbackPerson(show: (page: string) => void): Person & Disposable {
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== '/callback') return new Response('not here', { status: 404 });
      returned.resolve(searchParams);
      return new Response('Goondan has what it needs. This page can be closed.');
    },
  });
  return {
    redirectUrl: `http://127.0.0.1:${server.port}/callback`,
    visit(page) {
      show(page.href);
      return returned.promise;
    },
    [Symbol.dispose]: () => void server.stop(),
  };
}
