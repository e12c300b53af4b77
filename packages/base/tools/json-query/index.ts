import type { JsonValue, ToolContext } from '@goondan/core';
import { defineTool, GoondanError } from '@goondan/core/basics';

const largestFile = 32 * 1024 * 1024;

/** The query runs in a process of its own: a short one can ask for more time and memory than there is. */
export const query = defineTool({
  name: 'json-query__query',
  description:
    'Picks from JSON by a JMESPath expression: fields (a.b), lists (items[*].name, items[0], items[-1]), filters ' +
    "(people[?age > `20` && city == 'Seoul'].name), new shapes ({name: name, total: sum(prices)}), functions (length, sort_by, " +
    'max_by, group_by, keys, join, contains, to_number, …) and | for steps. Numbers, true and null are written in `backticks`, texts in ' +
    '\'single quotes\'; names with other characters than A-Z, a-z, 0-9 and _ in "double quotes". Give the JSON as json, text or path, one of them.',
  timeoutMs: 30_000,
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 4000,
        description: 'The JMESPath expression.',
      },
      json: { description: 'The JSON itself, as a value.' },
      text: { type: 'string', description: 'The JSON as text; also JSON Lines, which are read as a list.' },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'A file in the workdir that holds JSON or JSON Lines, of at most 32 MB.',
      },
    },
    required: ['query'],
    minProperties: 2,
    maxProperties: 2,
    additionalProperties: false,
    examples: [
      {
        query: 'items[?price > `10`].name',
        json: {
          items: [
            { name: 'pen', price: 3 },
            { name: 'ink', price: 12 },
          ],
        },
      },
    ],
  },
  output: {
    type: 'object',
    properties: {
      result: { description: 'What the expression picked; null where there is nothing at that place.' },
      type: {
        enum: ['array', 'object', 'string', 'number', 'boolean', 'null'],
        description: 'The type of the result.',
      },
      length: { type: 'integer', description: 'How many items a list, or fields an object, has.' },
      hint: { type: 'string', description: 'Why the result may be empty, where the expression suggests it.' },
    },
    required: ['result', 'type'],
    additionalProperties: false,
  },
  async handler(ctx, { query: expression, json, text, path }) {
    const { runJob } = await import('../../contained/run-job.ts');
    const { job } = await import('./query-job.ts');
    const source = await sourceOf(ctx, { json, text, path });
    const found = await runJob(job, {
      input: { expression, json: source.json ?? null, isText: source.bytes !== undefined, name: source.name },
      ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
      signal: ctx.signal,
      limits: { cpuSeconds: 15, memoryMegabytes: 1024, onExceeded },
    });
    return { ...found };
  },
});

interface Source {
  /** What the JSON is called in messages. */
  readonly name: string;
  readonly json?: JsonValue;
  readonly bytes?: Uint8Array;
}

interface Given {
  readonly json: JsonValue | undefined;
  readonly text: string | undefined;
  readonly path: string | undefined;
}

async function sourceOf(ctx: ToolContext, given: Given): Promise<Source> {
  if (given.text !== undefined) return { name: 'text', bytes: new TextEncoder().encode(given.text) };
  if (given.path === undefined)
    return { name: 'json', ...(given.json === undefined ? {} : { json: given.json }) };
  const { readAllowedFile } = await import('../../files/read-allowed-file.ts');
  const file = await readAllowedFile(ctx, given.path, { maxBytes: largestFile });
  if (!file.truncated) return { name: given.path, bytes: file.bytes };
  throw new GoondanError('E_FILE_TOO_LARGE', `${given.path} has ${file.size} bytes; 32 MB can be read.`, {
    suggestion: 'Split the file, or take what is needed from it with a command such as head or jq.',
  });
}

function onExceeded(what: 'time' | 'memory' | 'answer'): Error {
  const reasons = {
    time: 'The query took too long',
    memory: 'The query needs more memory than it may use',
    answer: 'The result of the query is larger than 48 MB',
  };
  return new GoondanError('E_TOOL_INVALID_ARGS', `${reasons[what]} and was stopped.`, {
    suggestion: 'Filter first and pick fewer fields; do not combine every item with every other.',
  });
}
