import { z } from 'zod';

const revision = '2026-07-28';
const tasks = { 'io.modelcontextprotocol/tasks': {} };

const answerSchema = z.looseObject({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** What a request came to. */
export type RawAnswer = z.infer<typeof answerSchema>;

/** Sends one request of 2026-07-28 that takes tasks: the SDK's client knows none. */
export async function rawRequest(
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<RawAnswer> {
  const name = params['name'] ?? params['taskId'];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, extensions: tasks },
        },
      },
    }),
  });
  const text = await response.text();
  const data = text.startsWith('event:') || text.startsWith(':') ? lastData(text) : text;
  return answerSchema.parse(JSON.parse(data));
}

/** Of a stream of events the last is the answer. */
function lastData(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  return lines.at(-1)?.slice('data: '.length) ?? '';
}
