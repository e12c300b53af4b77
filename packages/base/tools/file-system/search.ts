import { setImmediate } from 'node:timers/promises';
import { defineTool } from '@goondan/core/basics';
import { expressionFinder, textFinder, type LineFinder } from './line-finder.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';
import { openSearched, type Searched, type SearchedText, type Skipped } from './searched-files.ts';

/** How many characters are looked through at a time, and in one call. */
const batchLength = 8_000_000;
const longestSearch = 256_000_000;
/** How often others get their turn while files are read. */
const filesBetweenPauses = 64;

/** Searches text in files. */
export const search = defineTool({
  name: 'file-system__search',
  description:
    'Searches the files of the workspace for a text, or with regex: true for a JavaScript regular expression, line by line. Returns file, line, column and the line itself. ' +
    'Binary files and files over 5 MB are skipped and counted; links are not followed.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 1000,
        pattern: '^[^\\n]+$',
        description: 'The text or the regular expression; it is looked for within a line.',
      },
      regex: { type: 'boolean', default: false, description: 'Take query as a regular expression.' },
      ignoreCase: { type: 'boolean', default: false, description: 'Take upper and lower case for the same.' },
      path: {
        ...pathSchema,
        default: '.',
        description: 'The folder or file to search; the workspace where it is left out.',
      },
      include: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 500 },
        maxItems: 50,
        description: 'Globs of the files to search, such as *.ts or src/**/*.md; all where it is left out.',
      },
      exclude: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 500 },
        maxItems: 50,
        default: ['.git', 'node_modules'],
        description: 'Globs of files and folders to leave out.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 2000,
        default: 100,
        description: 'The most lines to return.',
      },
    },
    required: ['query'],
    additionalProperties: false,
    examples: [{ query: 'TODO', include: ['*.md'] }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      matches: {
        type: 'array',
        description: 'The lines, by file and line.',
        items: {
          type: 'object',
          properties: {
            file: { type: 'string', description: 'Relative to path; its name where path is a file.' },
            line: { type: 'integer', description: 'Counted from 1.' },
            column: { type: 'integer', description: 'Where it begins in the line, counted from 1.' },
            text: { type: 'string', description: 'The line; of a long one what is around the place.' },
          },
          required: ['file', 'line', 'column', 'text'],
          additionalProperties: false,
        },
      },
      truncated: {
        type: 'boolean',
        description: 'True where the search stopped before its end: at limit, or after 256 MB.',
      },
      filesSearched: { type: 'integer', description: 'How many files were looked through.' },
      skipped: {
        type: 'object',
        description: 'How many files were left out.',
        properties: {
          binary: { type: 'integer', description: 'Not text.' },
          large: { type: 'integer', description: 'Over 5 MB.' },
          unreadable: { type: 'integer', description: 'Refused by the system.' },
        },
        required: ['binary', 'large', 'unreadable'],
        additionalProperties: false,
      },
    },
    required: ['path', 'matches', 'truncated', 'filesSearched', 'skipped'],
    additionalProperties: false,
  },
  handler: async (ctx, input) => {
    const { query, regex = false, ignoreCase = false, path = '.', include = [], limit = 100 } = input;
    const find = regex ? expressionFinder(query, ignoreCase) : textFinder(query, ignoreCase);
    const skipped = { binary: 0, large: 0, unreadable: 0 };
    const scope = { path, include, exclude: input.exclude ?? ['.git', 'node_modules'] };
    using searched = openSearched(ctx, scope, skipped);
    return {
      path: searched.path,
      ...(await findAll({ searched, find, limit, signal: ctx.signal })),
      skipped: plain(skipped),
    };
  },
});

async function findAll(run: {
  readonly searched: Searched;
  readonly find: LineFinder;
  readonly limit: number;
  readonly signal: AbortSignal;
}) {
  const matches: { file: string; line: number; column: number; text: string }[] = [];
  let [batch, length, total, filesSearched, seen]: [SearchedText[], number, number, number, number] = [
    [],
    0,
    0,
    0,
    0,
  ];
  // One more than asked for tells whether there are more.
  const flush = async (): Promise<boolean> => {
    const texts = batch.map(({ text }) => text);
    const found = texts.length === 0 ? [] : await run.find(texts, run.limit + 1 - matches.length, run.signal);
    batch.forEach(({ file }, index) => {
      for (const { line, column, text } of found[index] ?? []) matches.push({ file, line, column, text });
    });
    filesSearched += batch.length;
    [batch, length] = [[], 0];
    return matches.length <= run.limit && total <= longestSearch;
  };
  let goesOn = true;
  for (const one of run.searched.texts) {
    seen += 1;
    if (one !== undefined) {
      batch.push(one);
      length += one.text.length;
      total += one.text.length;
    }
    if (length > batchLength) goesOn = await flush();
    if (!goesOn) break;
    if (seen % filesBetweenPauses === 0) {
      await setImmediate();
      run.signal.throwIfAborted();
    }
  }
  if (goesOn) goesOn = await flush();
  return { matches: matches.slice(0, run.limit), truncated: !goesOn, filesSearched };
}

function plain({ binary, large, unreadable }: Skipped) {
  return { binary, large, unreadable };
}
