/** Where an event can be posted. */
export const postPath = '/agents/hello/misuse/events';
const deep = `{"input":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

/** A request that is refused, and how. */
export interface Misuse {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}

const request = { status: 400, code: 'E_HTTP_REQUEST' };
const route = { status: 404, code: 'E_HTTP_ROUTE' };
const method = { status: 405, code: 'E_HTTP_ROUTE' };
const denied = { status: 401, code: 'E_HTTP_UNAUTHORIZED' };
const foreign = { status: 403, code: 'E_HTTP_FORBIDDEN' };

/** Requests nobody should send. `TOKEN` in a path stands for the token. */
export const misuses: readonly Misuse[] = [
  { what: 'no token', path: '/agents', headers: { authorization: '' }, ...denied },
  { what: 'another token', path: '/agents', headers: { authorization: 'Bearer other' }, ...denied },
  { what: 'another scheme', path: '/agents', headers: { authorization: 'Basic b3RoZXI=' }, ...denied },
  { what: 'a scheme alone', path: '/agents', headers: { authorization: 'Bearer' }, ...denied },
  { what: 'the token in the query', path: '/agents?token=TOKEN', headers: { authorization: '' }, ...denied },
  { what: 'another token in the query', path: '/events?token=x', headers: { authorization: '' }, ...denied },
  { what: 'an unknown path without token', path: '/nope', headers: { authorization: '' }, ...denied },
  {
    what: 'health with another method',
    path: '/health',
    method: 'POST',
    headers: { authorization: '' },
    ...denied,
  },
  {
    what: 'a page of another site',
    path: '/agents',
    headers: { origin: 'https://evil.example' },
    ...foreign,
  },
  {
    what: 'a page of a look-alike',
    path: '/agents',
    headers: { origin: 'http://127.0.0.1.evil.example' },
    ...foreign,
  },
  { what: 'a page without an origin', path: '/agents', headers: { origin: 'null' }, ...foreign },
  {
    what: 'health from another site',
    path: '/health',
    headers: { origin: 'https://evil.example' },
    ...foreign,
  },
  { what: 'no path', path: '/', ...route },
  { what: 'an unknown path', path: '/nope', ...route },
  { what: 'a path too long', path: '/agents/hello/a/b/events', ...route },
  { what: 'a path with an empty part', path: '/agents//key/events', method: 'POST', ...route },
  { what: 'a path with an empty key', path: '/agents/hello//events', method: 'POST', ...route },
  { what: 'a trailing slash', path: '/agents/', ...route },
  { what: 'another case', path: '/Agents', ...route },
  { what: 'a handle without name', path: '/handles/', ...route },
  { what: 'climbing out', path: '/turns/../../etc/passwd', ...route },
  { what: 'deleting', path: '/agents', method: 'DELETE', ...method },
  { what: 'asking for CORS', path: '/agents', method: 'OPTIONS', ...method },
  { what: 'reading where one posts', path: postPath, ...method },
  { what: 'posting where one reads', path: '/events', method: 'POST', ...method },
  { what: 'putting a handle', path: '/handles/x', method: 'PUT', ...method },
  { what: 'reading a cancellation', path: '/turns/x/cancel', ...method },
  { what: 'patching', path: '/agents', method: 'PATCH', ...method },
  { what: 'broken percent-encoding', path: '/turns/%E0%A4%A', ...request },
  { what: 'no body', path: postPath, method: 'POST', ...request },
  { what: 'a body that is no JSON', path: postPath, body: '{"input":', ...request },
  { what: 'a body that is no object', path: postPath, body: '"hello"', ...request },
  { what: 'a body without input', path: postPath, body: '{"wait":false}', ...request },
  { what: 'a type of its own', path: postPath, body: '{"input":"x","type":"tool.call"}', ...request },
  {
    what: 'a source of its own',
    path: postPath,
    body: '{"input":"x","source":{"kind":"agent","name":"a"}}',
    ...request,
  },
  {
    what: 'a reply address',
    path: postPath,
    body: '{"input":"x","replyTo":{"target":"a","correlationId":"b"}}',
    ...request,
  },
  { what: 'a workdir', path: postPath, body: '{"input":"x","workdir":"/"}', ...request },
  { what: 'a prototype', path: postPath, body: '{"input":"x","__proto__":{"wait":false}}', ...request },
  { what: 'an empty id', path: postPath, body: '{"input":"x","id":""}', ...request },
  { what: 'an id that is no text', path: postPath, body: '{"input":"x","id":5}', ...request },
  { what: 'wait that is no flag', path: postPath, body: '{"input":"x","wait":"no"}', ...request },
  { what: 'no time at all', path: postPath, body: '{"input":"x","timeoutMs":0}', ...request },
  { what: 'a time beyond measure', path: postPath, body: '{"input":"x","timeoutMs":1e18}', ...request },
  { what: 'a trace that is none', path: postPath, body: '{"input":"x","traceId":"abc"}', ...request },
  {
    what: 'a trace of zeros',
    path: postPath,
    body: `{"input":"x","traceId":"${'0'.repeat(32)}"}`,
    ...request,
  },
  { what: 'nesting beyond measure', path: postPath, body: deep, ...request },
  {
    what: 'a key beyond measure',
    path: `/agents/hello/${'k'.repeat(600)}/events`,
    body: '{"input":"x"}',
    ...request,
  },
  { what: 'an unknown filter', path: '/events?trun=x', ...request },
  { what: 'a cancellation with more', path: '/turns/x/cancel', body: '{"why":"x"}', ...request },
  { what: 'an answer with nothing', path: '/handles/x', body: '{}', ...request },
  {
    what: 'an answer of two kinds',
    path: '/handles/x',
    body: '{"output":1,"decision":"approve"}',
    ...request,
  },
  { what: 'neither approve nor deny', path: '/handles/x', body: '{"decision":"maybe"}', ...request },
  {
    what: 'arguments that are no object',
    path: '/handles/x',
    body: '{"decision":"approve","args":[1]}',
    ...request,
  },
  {
    what: 'always for what is no pattern',
    path: '/handles/x',
    body: '{"decision":"approve","always":{"a":"("}}',
    ...request,
  },
  { what: 'arguments with a denial', path: '/handles/x', body: '{"decision":"deny","args":{}}', ...request },
  {
    what: 'a form',
    path: postPath,
    body: 'input=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'plain text',
    path: postPath,
    body: '{"input":"x"}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'nearly JSON',
    path: postPath,
    body: '{"input":"x"}',
    headers: { 'content-type': 'application/jsonp' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'a body over 10 MiB',
    path: postPath,
    body: `{"input":"${'x'.repeat(10 * 1024 * 1024)}"}`,
    status: 413,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'an unknown agent',
    path: '/agents/helo/default/events',
    body: '{"input":"x"}',
    status: 404,
    code: 'E_AGENT_NOT_FOUND',
  },
  { what: 'an unknown turn', path: '/turns/nope', status: 404, code: 'E_AGENT_TURN_NOT_FOUND' },
  {
    what: 'cancelling an unknown turn',
    path: '/turns/nope/cancel',
    body: '{}',
    status: 404,
    code: 'E_AGENT_TURN_NOT_FOUND',
  },
  { what: 'an unknown handle', path: '/handles/nope', status: 404, code: 'E_HANDLE_NOT_FOUND' },
  {
    what: 'answering an unknown handle',
    path: '/handles/nope',
    body: '{"output":1}',
    status: 404,
    code: 'E_HANDLE_NOT_FOUND',
  },
  {
    what: 'a handle that is a path',
    path: '/handles/..%2F..%2Fetc%2Fpasswd',
    status: 404,
    code: 'E_HANDLE_NOT_FOUND',
  },
];
