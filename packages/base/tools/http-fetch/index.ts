import { defineTool } from '@goondan/core/basics';
import { limits, output, requestBody, requestHeaders, shownAs, url } from './schema.ts';

const timeoutMs = 70_000;

/** Reads a page or an API. */
export const get = defineTool({
  name: 'http-fetch__get',
  description:
    'Get a web page or the answer of an API by HTTP GET. HTML comes as Markdown, JSON as a value, other text as it is. Status ' +
    '4xx and 5xx are results, not failures: look at status. Only public http and https addresses can be reached, unless ' +
    'policy allows others.',
  isolation: 'worker',
  timeoutMs,
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: { url, headers: requestHeaders, as: shownAs, ...limits },
    required: ['url'],
    additionalProperties: false,
    examples: [{ url: 'https://example.com/' }],
  },
  output,
  handler: async (ctx, input) => {
    const { callHttp } = await import('./call-http.ts');
    return callHttp(ctx, { ...input, method: 'GET' });
  },
});

/** Sends data. */
export const post = defineTool({
  name: 'http-fetch__post',
  description:
    'Send data by HTTP POST. An object or a list is sent as JSON, a text as it is. The answer comes as with http-fetch__get. It ' +
    'is sent once, with an Idempotency-Key header of its own.',
  isolation: 'worker',
  timeoutMs,
  input: {
    type: 'object',
    properties: { url, body: requestBody, headers: requestHeaders, as: shownAs, ...limits },
    required: ['url'],
    additionalProperties: false,
    examples: [{ url: 'https://api.example.com/orders', body: { item: 'tea', count: 2 } }],
  },
  output,
  handler: async (ctx, input) => {
    const { callHttp } = await import('./call-http.ts');
    return callHttp(ctx, { ...input, method: 'POST' });
  },
});

/** Any other method. */
export const request = defineTool({
  name: 'http-fetch__request',
  description:
    'Send an HTTP request of any method, for example PUT, PATCH, DELETE or HEAD. For plain reading use http-fetch__get, which may be ' +
    'repeated safely.',
  isolation: 'worker',
  timeoutMs,
  annotations: { destructive: true },
  input: {
    type: 'object',
    properties: {
      method: {
        type: 'string',
        enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        description: 'The method.',
      },
      url,
      body: requestBody,
      headers: requestHeaders,
      as: shownAs,
      ...limits,
    },
    required: ['method', 'url'],
    additionalProperties: false,
    examples: [{ method: 'DELETE', url: 'https://api.example.com/orders/7' }],
  },
  output,
  handler: async (ctx, input) => {
    const { callHttp } = await import('./call-http.ts');
    return callHttp(ctx, input);
  },
});
