import { GoondanError, isRecord } from '@goondan/core';

/** True where a server wants an authorization that we do not have. */
export function isUnauthorized(thrown: unknown): boolean {
  return (thrown instanceof Error && thrown.name === 'UnauthorizedError') || httpStatusOf(thrown) === 401;
}

/** True for what a server of the older revision that ends at what it does not know looks like. */
export function isClosedDuringProbe(thrown: unknown): boolean {
  return codeOf(thrown) === 'ERA_NEGOTIATION_FAILED' || codeOf(thrown) === 'CONNECTION_CLOSED';
}

/** True where the connection below HTTP was closed before an answer came. */
export function isReset(thrown: unknown): boolean {
  return codeOf(thrown) === 'ECONNRESET' || messageOf(thrown).startsWith('ECONNRESET');
}

/** True where the server has forgotten our session: what was sent has not been looked at. */
export function isSessionGone(thrown: unknown): boolean {
  return httpStatusOf(thrown) === 404;
}

/** Why a connection could not be opened. */
export function connectionFailure(key: string, thrown: unknown, lastWords: string | undefined): GoondanError {
  if (thrown instanceof GoondanError) return thrown;
  const isTimeout =
    codeOf(thrown) === 'REQUEST_TIMEOUT' || (thrown instanceof Error && thrown.name === 'TimeoutError');
  if (isTimeout)
    return new GoondanError(
      'E_MCP_TIMEOUT',
      `The MCP server '${key}' did not answer in time: ${messageOf(thrown)}.`,
      {
        cause: thrown,
      },
    );
  if (isAuthFailure(thrown))
    return new GoondanError(
      'E_MCP_AUTH',
      `The MCP server '${key}' wants an authorization: ${messageOf(thrown)}.`,
      {
        cause: thrown,
      },
    );
  const words = lastWords === undefined ? '' : ` (${lastWords})`;
  return new GoondanError(
    'E_MCP_UNAVAILABLE',
    `The MCP server '${key}' cannot be used: ${messageOf(thrown)}${words}.`,
    {
      cause: thrown,
    },
  );
}

/** What became of a call that did not come back with a result. */
export function callFailure(
  { key, tool, mayRepeat }: { readonly key: string; readonly tool: string; readonly mayRepeat: boolean },
  thrown: unknown,
  lastWords: string,
): GoondanError {
  if (thrown instanceof GoondanError) return thrown;
  const about = `${tool} of the MCP server '${key}'`;
  if (isAuthFailure(thrown))
    return new GoondanError('E_MCP_AUTH', `${about} was not called: ${messageOf(thrown)}.`, {
      cause: thrown,
    });
  const isAnswered = typeof codeOf(thrown) === 'number' || isRefusal(thrown);
  if (isAnswered)
    return new GoondanError('E_MCP_PROTOCOL', `${about}: ${messageOf(thrown)}`, { cause: thrown });
  if (isNeverSent(thrown) || mayRepeat)
    return new GoondanError(
      'E_MCP_UNAVAILABLE',
      `${about} was not called: ${messageOf(thrown)} (${lastWords}).`,
      {
        cause: thrown,
      },
    );
  return new GoondanError(
    'E_MCP_LOST',
    `${about} had been called when the connection was lost (${lastWords}); whether it took effect is not known.`,
    { cause: thrown },
  );
}

function isAuthFailure(thrown: unknown): boolean {
  const status = httpStatusOf(thrown);
  const isFlow =
    thrown instanceof Error &&
    /OAuth|IssuerMismatch|Registration|TokenEndpoint|InsufficientScope/.test(thrown.name);
  return isUnauthorized(thrown) || status === 403 || isFlow;
}

/** The server has answered, and the answer is no. */
function isRefusal(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return (
    code === 'INVALID_RESULT' || code === 'UNSUPPORTED_RESULT_TYPE' || httpStatusOf(thrown) !== undefined
  );
}

function isNeverSent(thrown: unknown): boolean {
  const code = codeOf(thrown);
  const refused = thrown instanceof Error && (code === 'ConnectionRefused' || code === 'ECONNREFUSED');
  return (
    refused ||
    code === 'NOT_CONNECTED' ||
    messageOf(thrown) === 'not connected' ||
    messageOf(thrown) === 'Not connected'
  );
}

function httpStatusOf(thrown: unknown): number | undefined {
  if (!isRecord(thrown) && !(thrown instanceof Error)) return undefined;
  const status: unknown = Reflect.get(thrown, 'status');
  return typeof status === 'number' ? status : undefined;
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

/** What an error says, in one line. */
export function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replaceAll(/\s+/g, ' ').slice(0, 1000);
}
