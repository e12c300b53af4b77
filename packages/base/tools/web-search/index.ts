import { defineTool } from '@goondan/core/basics';

/** Searches the web by the provider that the operator set up. */
export const search = defineTool({
  name: 'web-search__search',
  description:
    'Search the web. Gives titles, addresses and snippets; read a page itself with http-fetch__get. Use a few exact words rather ' +
    'than a sentence.',
  timeoutMs: 30_000,
  annotations: { readOnly: true, idempotent: true },
  secrets: ['BRAVE_API_KEY', 'TAVILY_API_KEY'],
  input: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 400,
        pattern: '\\S',
        description: 'What to search for.',
      },
      count: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        default: 8,
        description: 'The most results to give.',
      },
      freshness: {
        type: 'string',
        enum: ['day', 'month', 'year'],
        description: 'Only pages of the last day, month or year.',
      },
    },
    required: ['query'],
    additionalProperties: false,
    examples: [{ query: 'TypeScript 7 release notes', count: 5 }],
  },
  output: {
    type: 'object',
    properties: {
      provider: { type: 'string', description: 'Who was asked: searxng, brave or tavily.' },
      results: {
        type: 'array',
        description: 'What was found, best first; empty where nothing was.',
        items: {
          type: 'object',
          properties: {
            title: { type: 'string', description: 'The title of the page.' },
            url: { type: 'string', description: 'Its address.' },
            snippet: { type: 'string', description: 'What it says about the query.' },
            published: { type: 'string', description: 'When it was published, as the provider writes it.' },
          },
          required: ['title', 'url', 'snippet'],
          additionalProperties: false,
        },
      },
    },
    required: ['provider', 'results'],
    additionalProperties: false,
  },
  handler: async (ctx, input) => {
    const { searchWeb } = await import('./search-web.ts');
    return searchWeb(ctx, input, { env: process.env });
  },
});
