/** A module with one tool to be filled in; it runs as it stands. */
export function moduleText(resource: string, exported: string): string {
  return `import { defineTool } from '@goondan/core';

export const ${identifier(exported)} = defineTool({
  name: '${resource}__${exported}',
  description: 'Say here what it does and when to use it: the model chooses by this text.',
  input: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'Say here what is wanted.' },
    },
    required: ['text'],
    additionalProperties: false,
    examples: [{ text: 'hello' }],
  },
  // Where the tool changes nothing it may be run again after a crash.
  annotations: { readOnly: true },
  // ctx.workdir is the folder of this conversation; ctx.signal aborts when the call has to stop.
  handler: (_ctx, { text }) => ({ text }),
});
`;
}

/** The name of an export as TypeScript takes it. */
function identifier(exported: string): string {
  const camel = exported.replace(/[-_]+(.)?/g, (_, letter: string = '') => letter.toUpperCase());
  return /^[a-z]/i.test(camel) && !reserved.has(camel) ? camel : `tool_${camel}`;
}

const reserved = new Set([
  'delete',
  'new',
  'import',
  'export',
  'default',
  'function',
  'return',
  'switch',
  'in',
]);
