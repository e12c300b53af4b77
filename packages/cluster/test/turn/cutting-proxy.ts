import type { Socket } from 'bun';

/** Where the way between a server and a worker is cut: at the n-th piece that the worker sends, which is lost, or arrives and is the last. */
export interface ProxyCut {
  readonly at: number;
  readonly kind: 'lost' | 'last';
}

interface Side {
  other: Socket<Side> | undefined;
  /** What came before there was another side. */
  readonly early: Uint8Array[];
}

/** Stands between a server and a worker and cuts every connection once, when it is told to. */
export class CuttingProxy {
  readonly url: string;
  /** Pieces that the worker has sent since the last `begin`. */
  sent = 0;
  readonly #listener: Bun.TCPSocketListener<Side>;
  readonly #open = new Set<Socket<Side>>();
  readonly #port: () => number;
  #cut: ProxyCut | undefined;

  constructor(port: () => number) {
    this.#port = port;
    this.#listener = Bun.listen<Side>({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (socket) => {
          socket.data = { other: undefined, early: [] };
          this.#open.add(socket);
          void this.#connect(socket);
        },
        data: ({ data }, bytes) =>
          void (data.other === undefined ? data.early.push(bytes) : data.other.write(bytes)),
        close: (socket) => this.#closed(socket),
      },
    });
    this.url = `http://127.0.0.1:${this.#listener.port}`;
  }

  /** Counts anew, and cuts at that piece if one is given. */
  begin(cut?: ProxyCut): void {
    this.sent = 0;
    this.#cut = cut;
  }

  stop(): void {
    this.#listener.stop(true);
    this.#cutAll();
  }

  async #connect(server: Socket<Side>): Promise<void> {
    const worker = await Bun.connect<Side>({
      hostname: '127.0.0.1',
      port: this.#port(),
      data: { other: server, early: [] },
      socket: {
        data: ({ data }, bytes) => this.#fromWorker(data.other, bytes),
        close: (socket) => this.#closed(socket),
      },
    });
    this.#open.add(worker);
    server.data.other = worker;
    for (const bytes of server.data.early.splice(0)) worker.write(bytes);
  }

  #fromWorker(server: Socket<Side> | undefined, bytes: Uint8Array): void {
    const isCut = this.sent === this.#cut?.at;
    const isLost = isCut && this.#cut?.kind === 'lost';
    this.sent += 1;
    if (!isLost) server?.write(bytes);
    if (!isCut) return;
    this.#cut = undefined;
    // What was passed on is to arrive before the end does.
    server?.flush();
    this.#cutAll();
  }

  #cutAll(): void {
    for (const socket of this.#open) socket.end();
    this.#open.clear();
  }

  #closed(socket: Socket<Side>): void {
    this.#open.delete(socket);
    socket.data.other?.end();
  }
}
