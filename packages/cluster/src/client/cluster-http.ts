import { GoondanError, parseJson, type JsonValue } from '@goondan/core';

/** Where a cluster is found. */
export interface ClusterAddress {
  /** Takes events: `http://host:8080`. */
  readonly ingressUrl: string;
  /** Tells what there is: `http://host:9070`. */
  readonly adminUrl: string;
  /** Told of itself in each request, such as `{ authorization: … }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a server that does not answer is waited for. Default 10 seconds. */
  readonly patienceMs?: number;
}

/** What a server answered: a status that is no failure of the way there. */
export interface ClusterAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

/** One request. */
export interface ClusterRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What is worth trying again: the way there, or a server that is being started. */
const passing = new Set([429, 502, 503, 504]);

/** Asks a server, again and again while it does not answer. Only what may be asked twice is asked. Throws `E_CLUSTER_UNREACHABLE`. */
export async function askCluster(
  { headers: own = {}, patienceMs = 10_000 }: Pick<ClusterAddress, 'headers' | 'patienceMs'>,
  url: string,
  { method = 'POST', body, headers = {}, signal }: ClusterRequest = {},
): Promise<ClusterAnswer> {
  const until = Date.now() + patienceMs;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    let problem: unknown;
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...own, ...headers, ...typeOf(body) },
        ...sent,
        ...(signal === undefined ? {} : { signal }),
        // An answer may take as long as a turn does.
        timeout: false,
      });
      const text = await response.text();
      if (!passing.has(response.status)) return { status: response.status, body: bodyOf(text) };
      problem = `${response.status} ${text}`;
    } catch (thrown) {
      signal?.throwIfAborted();
      problem = thrown;
    }
    if (Date.now() + wait > until) throw unreachable(url, problem);
    await Bun.sleep(wait);
  }
}

function unreachable(url: string, problem: unknown): GoondanError {
  const why = problem instanceof Error ? problem.message : String(problem);
  return new GoondanError('E_CLUSTER_UNREACHABLE', `${new URL(url).origin} does not answer: ${why}`, {
    cause: problem,
  });
}

/** The error of an answer that nobody expects. */
export function refused(what: string, { status, body }: ClusterAnswer): GoondanError {
  const said = typeof body === 'string' ? body : JSON.stringify(body);
  return new GoondanError(
    'E_CLUSTER_REFUSED',
    `${what}: the server answered ${status} ${said.slice(0, 500)}`,
  );
}

function typeOf(body: JsonValue | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function bodyOf(text: string): JsonValue {
  try {
    return text === '' ? null : parseJson(text);
  } catch {
    return text;
  }
}
