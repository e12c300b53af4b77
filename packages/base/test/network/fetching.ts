import { GoondanError } from '@goondan/core';
import { fetchAllowed, type FetchRequest, type FetchResponse } from '../../network/fetch-allowed.ts';
import { systemNetwork, type DialTarget, type Network } from '../../network/network.ts';

/** What a fetch is given in these tests, all but the URL with a default. */
export interface Fetching extends Partial<FetchRequest> {
  readonly allow?: readonly (readonly string[])[];
  readonly signal?: AbortSignal;
  readonly network?: Network;
}

/** Fetches with what policy allows in `allow`, which is nothing by default. */
export function fetching(url: string, options: Fetching = {}): Promise<FetchResponse> {
  const { allow = [], signal = new AbortController().signal, network = systemNetwork, ...request } = options;
  const permissions = { files: [], network: allow, env: [], sandbox: 'auto' as const };
  return fetchAllowed(
    { permissions, signal },
    { maxBytes: 65_536, timeoutMs: 10_000, ...request, url },
    network,
  );
}

/** The failure of a fetch, which must be one with a code. */
export async function failureOf(work: Promise<unknown>): Promise<GoondanError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof GoondanError) return thrown;
    throw thrown;
  }
  throw new Error('There was no failure.');
}

/** The text of a response. */
export function textOf({ body }: FetchResponse): string {
  return new TextDecoder().decode(body);
}

/** A network that writes down what is resolved and dialled, and dials nothing outside of this machine. */
export function recordingNetwork(names: Readonly<Record<string, readonly string[]>> = {}): {
  readonly network: Network;
  readonly dials: string[];
  readonly resolved: string[];
} {
  const dials: string[] = [];
  const resolved: string[] = [];
  return {
    dials,
    resolved,
    network: {
      resolve: (name) => {
        resolved.push(name);
        const addresses = names[name];
        return addresses === undefined
          ? Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }))
          : Promise.resolve(addresses);
      },
      connect: (target) => {
        dials.push(`${target.address}:${target.port}`);
        if (!isLoopback(target)) throw new Error(`A test would have dialled ${target.address}.`);
        return systemNetwork.connect(target);
      },
    },
  };
}

function isLoopback({ address }: DialTarget): boolean {
  return address.startsWith('127.') || address === '::1';
}
