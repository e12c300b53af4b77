/** Passes connections on to a port of this machine, but closes the first in which a text is sent. */
export function resettingProxy(
  port: number,
  text: string,
): Disposable & { readonly url: string; resets(): number } {
  let resets = 0;
  const proxy = Bun.listen<{ readonly upstream: Promise<Bun.Socket> }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        const upstream = Bun.connect({
          hostname: '127.0.0.1',
          port,
          socket: {
            data: (_upstream, data) => void socket.write(data),
            close: () => void socket.end(),
          },
        });
        socket.data = { upstream };
      },
      async data(socket, data) {
        if (resets === 0 && data.toString().includes(text)) {
          resets += 1;
          socket.terminate();
          return;
        }
        (await socket.data.upstream).write(data);
      },
      async close(socket) {
        (await socket.data.upstream).end();
      },
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}/mcp`,
    resets: () => resets,
    [Symbol.dispose]: () => proxy.stop(true),
  };
}
