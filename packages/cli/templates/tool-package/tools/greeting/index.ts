import { defineTool } from '@goondan/core';

/** One file declares the tool; the document in goondan.yaml was written from it by `gdn tool new --from`. */
export const hello = defineTool({
  name: 'greeting__hello',
  description: 'Greet somebody, in the language you choose',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, description: 'Who is greeted' },
      language: { type: 'string', enum: ['en', 'ko'], description: 'Default en' },
    },
    required: ['name'],
    additionalProperties: false,
    examples: [{ name: 'Ada' }],
  },
  output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnly: true },
  handler: (_ctx, { name, language = 'en' }) => ({
    text: language === 'ko' ? `안녕하세요, ${name}!` : `Hello, ${name}!`,
  }),
});
