import type { Server } from 'bun';
import { callerOf, type Caller } from '../module-caller.ts';

/** A web server on loopback and a caller of http-fetch that policy lets reach it. */
export interface HttpTest {
  readonly url: (path: string) => string;
  readonly call: Caller;
  readonly requests: Request[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Serves `answer` on a free port. */
export async function httpTest(
  answer: (request: Request) => Response | Promise<Response>,
): Promise<HttpTest> {
  const requests: Request[] = [];
  const server: Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  const policy = { permissions: { network: { allow: [`127.0.0.1:${server.port}`] } } };
  return {
    url: (path) => `http://127.0.0.1:${server.port}${path}`,
    call: await callerOf('http-fetch', { policy }),
    requests,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
