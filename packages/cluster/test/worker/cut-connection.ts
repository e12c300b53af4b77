import type { Socket } from 'bun';

/** Stands between a server and a worker. */
export interface CutConnection {
  readonly url: string;
  /** The server loses every connection; the worker does not hear of it. */
  cut(): void;
  stop(): void;
}

interface Side {
  other?: Socket<Side>;
  /** What came before there was another side. */
  readonly early: Uint8Array[];
}

/** Passes everything on to a port of loopback, until it is cut. */
export function cutConnection(port: () => number): CutConnection {
  const fromServer = new Set<Socket<Side>>();
  const toWorker = new Set<Socket<Side>>();
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { early: [] };
        fromServer.add(socket);
        void connect(socket);
      },
      data: ({ data }, bytes) =>
        void (data.other === undefined ? data.early.push(bytes) : data.other.write(bytes)),
      close: (socket) => void fromServer.delete(socket),
    },
  });
  const connect = async (server: Socket<Side>): Promise<void> => {
    const worker = await Bun.connect<Side>({
      hostname: '127.0.0.1',
      port: port(),
      data: { other: server, early: [] },
      socket: {
        data: ({ data }, bytes) => void data.other?.write(bytes),
        close: ({ data }) => void data.other?.end(),
      },
    });
    toWorker.add(worker);
    server.data.other = worker;
    for (const bytes of server.data.early.splice(0)) worker.write(bytes);
  };
  return {
    url: `http://127.0.0.1:${listener.port}`,
    cut: () => fromServer.forEach((socket) => socket.terminate()),
    stop() {
      listener.stop(true);
      for (const socket of toWorker) socket.terminate();
    },
  };
}
