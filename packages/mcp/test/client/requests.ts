import { createInterface } from 'node:readline';
import { isRecord, parseJson } from '@goondan/core';

/** A message as it came in. */
export interface IncomingMessage {
  /** None for a notice. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of an answer to what we have asked. */
  readonly result: unknown;
}

/** The messages that come by stdin. */
export async function* incomingMessages(): AsyncGenerator<IncomingMessage> {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = parseJson(line);
    if (!isRecord(message)) continue;
    const { id, method, params, result } = message;
    yield {
      id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
      method: typeof method === 'string' ? method : '',
      params: isRecord(params) ? params : {},
      result,
    };
  }
}

/** Sends a message to stdout. */
export function write(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
