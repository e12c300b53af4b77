import { GoondanError, helpUrlOf, suggestionOf, type ErrorCode } from '@goondan/core';

/** A failure with the status it is answered with, where its code alone does not tell. */
export class StatusError extends GoondanError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(code, message);
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

const statuses = new Map<ErrorCode, number>([
  ['E_HTTP_UNAUTHORIZED', 401],
  ['E_HTTP_FORBIDDEN', 403],
  ['E_HTTP_ROUTE', 404],
  ['E_HTTP_REQUEST', 400],
  ['E_HTTP_UNAVAILABLE', 503],
  ['E_AGENT_NOT_FOUND', 404],
  ['E_AGENT_TURN_NOT_FOUND', 404],
  ['E_AGENT_GRANT_NOT_FOUND', 404],
  ['E_HANDLE_NOT_FOUND', 404],
  ['E_HANDLE_COMPLETED', 409],
  ['E_HANDLE_KIND', 409],
  ['E_HANDLE_LATE', 409],
  ['E_RUN_INTERRUPTED', 503],
  ['E_STORAGE_FULL', 507],
]);

/** Any value as a JSON response. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(value, {
    status,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers },
  });
}

/** Whatever was thrown as a response; what is no error of ours is a defect of ours. */
export function errorResponse(thrown: unknown): Response {
  if (!(thrown instanceof GoondanError)) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const code = 'E_INTERNAL';
    return jsonResponse(
      { error: { code, message, suggestion: suggestionOf(code), helpUrl: helpUrlOf(code) } },
      500,
    );
  }
  const { code, message, suggestion, helpUrl } = thrown;
  const error = { code, message, suggestion, helpUrl };
  if (thrown instanceof StatusError) return jsonResponse({ error }, thrown.status, thrown.headers);
  const challenge = code === 'E_HTTP_UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {};
  return jsonResponse({ error }, statuses.get(code) ?? 500, challenge);
}
