import type { FetchRequest } from '../../network/fetch-allowed.ts';

/** What is searched for. */
export interface SearchQuery {
  readonly query: string;
  readonly count: number;
  readonly freshness: 'day' | 'month' | 'year' | undefined;
}

/** How a provider is reached: its address, and its key where it has one. */
export interface ProviderAccess {
  readonly base: URL;
  readonly key: string | undefined;
}

/** A result as a provider wrote it; none of it is trusted yet. */
interface RawResult {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
  readonly published: unknown;
}

/** What differs from provider to provider. */
export interface Provider {
  readonly name: string;
  /** The variable without which it cannot be used. */
  readonly needs: string;
  /** The variable with its address, and the address where that is not set. */
  readonly address: { readonly variable: string; readonly standard?: string };
  /** The request that asks it. */
  request(
    access: ProviderAccess,
    query: SearchQuery,
  ): Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>;
  /** The list of results in its answer, or undefined where there is none. */
  resultsIn(answer: Readonly<Record<string, unknown>>): readonly unknown[] | undefined;
  /** One result of that list. */
  resultOf(result: Readonly<Record<string, unknown>>): RawResult;
  /** What to do about a status that means something special with it. */
  meaningOf?(status: number, body: string): 'key' | 'limit' | 'format' | undefined;
}

/** An address below the one an operator gave, which may have a path of its own. */
export function below(base: URL, path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
