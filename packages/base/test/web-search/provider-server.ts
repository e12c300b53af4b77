import { GoondanError } from '@goondan/core';
import { searchWeb } from '../../tools/web-search/search-web.ts';

/** A provider on loopback, and searches that are set up to ask it. */
export interface ProviderTest {
  readonly url: string;
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly headers: Headers;
    readonly body: string;
  }[];
  readonly search: (
    env: Readonly<Record<string, string>>,
    input?: Partial<Parameters<typeof searchWeb>[1]>,
  ) => ReturnType<typeof searchWeb>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Serves `answer` on a free port; `$URL` in an environment stands for its address. */
export function providerTest(answer: (request: Request) => Response | Promise<Response>): ProviderTest {
  const requests: ProviderTest['requests'] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push({
        method: request.method,
        path: `${pathname}${search}`,
        headers: request.headers,
        body: await request.clone().text(),
      });
      return answer(request);
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    requests,
    search: (env, input = {}) => {
      const set = Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value.replace('$URL', url)]),
      );
      return searchWeb(context(), { query: 'tea', ...input }, { env: set });
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** What surrounds a search: no permission at all. */
export function context(signal: AbortSignal = new AbortController().signal): Parameters<typeof searchWeb>[0] {
  return { signal, permissions: { files: [], network: [], env: [], sandbox: 'auto' } };
}

/** The failure of a search, which must be one with a code. */
export async function failureOf(work: Promise<unknown>): Promise<GoondanError> {
  const outcome = await work.catch((thrown: unknown) => thrown);
  if (outcome instanceof GoondanError) return outcome;
  throw new Error(`There was no failure with a code: ${JSON.stringify(outcome)}`);
}

/** The environment of each provider, with a key that must not turn up anywhere. */
export const key = 'canary-key-7f3a91';
export const environments = {
  searxng: { SEARXNG_URL: '$URL' },
  brave: { BRAVE_API_KEY: key, BRAVE_API_URL: '$URL' },
  tavily: { TAVILY_API_KEY: key, TAVILY_API_URL: '$URL' },
} as const;
