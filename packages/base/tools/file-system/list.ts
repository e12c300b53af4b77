import { defineTool } from '@goondan/core/basics';
import { atPlace } from '../../files/open-place.ts';
import { openFolder } from '../../files/open-folder.ts';
import { isOwn } from '../../files/protected-place.ts';
import { walkFolder, type Visited } from '../../files/walk-folder.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';

/** Lists a folder. */
export const list = defineTool({
  name: 'file-system__list',
  description:
    'Lists a folder of the workspace: names, types, sizes and last changes, sorted by name; with depth also what is in its folders. Links are shown and not followed.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      path: {
        ...pathSchema,
        default: '.',
        description: 'The folder; the workspace itself where it is left out.',
      },
      depth: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 1,
        description: 'How many levels to list: 1 is the folder alone.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        default: 300,
        description: 'The most entries to return.',
      },
    },
    additionalProperties: false,
    examples: [{ path: 'notes', depth: 2 }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      entries: {
        type: 'array',
        description: 'What is in the folder.',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Relative to the folder that was listed.' },
            type: { enum: ['file', 'folder', 'link', 'other'], description: 'What it is.' },
            size: { type: 'integer', description: 'Bytes of a file.' },
            modifiedAt: { type: 'string', description: 'Last change, in UTC.' },
          },
          required: ['name', 'type', 'modifiedAt'],
          additionalProperties: false,
        },
      },
      truncated: { type: 'boolean', description: 'True where there are more entries than limit.' },
      unreadable: {
        type: 'integer',
        description: 'How many entries the system did not let us look at, if any.',
      },
    },
    required: ['path', 'entries', 'truncated'],
    additionalProperties: false,
  },
  handler: (ctx, { path = '.', depth = 1, limit = 300 }) =>
    atPlace(ctx, path, { followLast: true }, (place) => {
      let [unreadable, truncated] = [0, false];
      const entries = [];
      using folder = openFolder(place);
      const walk = walkFolder(folder, place, {
        enters: (folder) => folder.depth < depth && !isOwn(place.allowed.workdir, folder.place.real),
        onUnreadable: () => (unreadable += 1),
      });
      for (const visited of walk) {
        truncated = entries.length === limit;
        if (truncated) break;
        entries.push(entryOf(visited));
      }
      return { path: place.path, entries, truncated, ...(unreadable === 0 ? {} : { unreadable }) };
    }),
});

function entryOf({ name, type, stats }: Visited) {
  return {
    name,
    type,
    ...(type === 'file' ? { size: stats.size } : {}),
    modifiedAt: stats.mtime.toISOString(),
  };
}
