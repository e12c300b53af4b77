/** A server of 2026-07-28 by stdio. Its tasks end when the file named by `--done=FILE` is there, whichever process is asked. */
import { appendFileSync, existsSync } from 'node:fs';
import { incomingMessages, write, type IncomingMessage } from './requests.ts';

const done = process.argv.find((argument) => argument.startsWith('--done='))?.slice(7) ?? '';
const object = { type: 'object' };
const complete = (id: unknown, result: object): void =>
  write({ id, result: { resultType: 'complete', ...result } });

for await (const { id, method, params } of incomingMessages()) {
  switch (method) {
    case 'server/discover':
      complete(id, {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } },
      });
      break;
    case 'tools/list':
      complete(id, {
        ttlMs: 0,
        cacheScope: 'private',
        tools: [
          { name: 'greet', inputSchema: object },
          { name: 'job', inputSchema: object },
        ],
      });
      break;
    case 'tools/call':
      call(id, params);
      break;
    case 'tasks/get':
      if (done !== '') appendFileSync(`${done}.asked`, '.');
      if (params['taskId'] !== 'task-7') write({ id, error: { code: -32602, message: 'no such task' } });
      else if (existsSync(done))
        complete(id, {
          ...task('completed'),
          result: { content: [{ type: 'text', text: 'the job is done' }] },
        });
      else complete(id, task('working'));
      break;
    default:
      if (id !== undefined) write({ id, error: { code: -32601, message: 'not here' } });
  }
}

function task(status: string): object {
  const at = '2026-07-28T00:00:00Z';
  return { taskId: 'task-7', status, createdAt: at, lastUpdatedAt: at, ttlMs: null, pollIntervalMs: 50 };
}

function call(id: unknown, params: IncomingMessage['params']): void {
  const { name, inputResponses, requestState } = params;
  if (name === 'job') return complete(id, { resultType: 'task', ...task('working') });
  if (requestState === undefined)
    return complete(id, {
      resultType: 'input_required',
      requestState: 'opaque',
      inputRequests: {
        who: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Who?',
            requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
        sure: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Sure?',
            requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } } },
          },
        },
      },
    });
  const text = `hello ${JSON.stringify(inputResponses)} ${JSON.stringify(requestState)}`;
  complete(id, { content: [{ type: 'text', text }] });
}
