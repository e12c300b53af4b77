import { createServer, type ServerResponse } from 'node:http';

/** A model on loopback that speaks OpenAI's chat format and says each piece when the test wants it. */
export interface StreamingModel extends AsyncDisposable {
  readonly endpoint: string;
  /** Waits for the next request and begins its answer. */
  readonly answer: () => Promise<{ say(text: string): void; end(): void }>;
}

/** Starts it on a free port. */
export async function startStreamingModel(): Promise<StreamingModel> {
  const waiting: ServerResponse[] = [];
  const listening: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const next = listening.shift();
      if (next === undefined) waiting.push(response);
      else next(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}/v1`,
    answer: async () => {
      const response =
        waiting.shift() ?? (await new Promise<ServerResponse>((resolve) => listening.push(resolve)));
      const send = (choice: object): void => {
        const event = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [choice] };
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      };
      return {
        say: (content) => send({ index: 0, delta: { role: 'assistant', content }, finish_reason: null }),
        end: () => {
          send({ index: 0, delta: {}, finish_reason: 'stop' });
          response.end('data: [DONE]\n\n');
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
