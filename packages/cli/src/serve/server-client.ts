import { GoondanError, isErrorCode, isRecord } from '@goondan/core/basics';
import { readServeFile, type ServeFile } from './serve-file.ts';

const healthTimeoutMs = 5_000;

/** A `gdn serve` that runs in another process. */
export interface ServerClient {
  /** Asks it; what it refuses is thrown as the error it names. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
}

/** The server of a workspace; undefined when none answers: one that was killed leaves its file behind. */
export async function findServer(workspace: string): Promise<ServerClient | undefined> {
  const file = readServeFile(workspace);
  if (file === undefined || !(await isItself(file))) return undefined;
  return { call: (method, path, body) => call(file, { method, path, body }) };
}

/** Whether whoever listens there is the process that wrote the file; the token is not shown to another. */
async function isItself({ url, pid }: ServeFile): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    const health: unknown = await response.json();
    return isRecord(health) && health['pid'] === pid && health['status'] === 'ok';
  } catch (thrown) {
    // Refused: nobody listens there any more. Silent: somebody does, and would not see what is done behind its back.
    if (!(thrown instanceof DOMException) || thrown.name !== 'TimeoutError') return false;
    const message = `process ${pid} at ${url} does not answer`;
    throw new GoondanError('E_HTTP_UNAVAILABLE', message, { cause: thrown });
  }
}

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body: unknown;
}

async function call({ url, token }: ServeFile, { method, path, body }: Call): Promise<unknown> {
  let response: Response;
  let value: unknown;
  try {
    response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    value = await response.json();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new GoondanError('E_HTTP_UNAVAILABLE', `${url} did not answer: ${reason}`, { cause: thrown });
  }
  if (response.ok) return value;
  throw serverError(value, response.status);
}

function serverError(value: unknown, status: number): GoondanError {
  const error = isRecord(value) && isRecord(value['error']) ? value['error'] : {};
  const { code, message, suggestion } = error;
  return new GoondanError(
    typeof code === 'string' && isErrorCode(code) ? code : 'E_INTERNAL',
    typeof message === 'string' ? message : `the server answered ${status}`,
    typeof suggestion === 'string' ? { suggestion } : {},
  );
}
