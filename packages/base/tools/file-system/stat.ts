import { fstatSync } from 'node:fs';
import { defineTool } from '@goondan/core/basics';
import { typeOf } from '../../files/entry.ts';
import { openFlags } from '../../files/libc.ts';
import { atPlace, LinkMet, openPlace } from '../../files/open-place.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';

/** Tells what lies at a path. */
export const stat = defineTool({
  name: 'file-system__stat',
  description:
    'Tells what lies at a path of the workspace: file, folder, link or other (a pipe, a socket, a device), its size, mode and last change.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      followLink: {
        type: 'boolean',
        default: true,
        description:
          'Where the path is a symbolic link: tell of what it leads to (true) or of the link itself (false).',
      },
    },
    required: ['path'],
    additionalProperties: false,
    examples: [{ path: 'notes/today.md' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      type: { enum: ['file', 'folder', 'link', 'other'], description: 'What it is.' },
      size: { type: 'integer', description: 'Bytes of a file.' },
      mode: { type: 'string', description: 'Permissions in octal, such as 0644.' },
      modifiedAt: { type: 'string', description: 'Last change of the content, in UTC.' },
    },
    required: ['path', 'type', 'mode', 'modifiedAt'],
    additionalProperties: false,
  },
  handler: (ctx, { path, followLink = true }) =>
    atPlace(ctx, path, { followLast: followLink }, (place) => {
      using held = openPlace(place, openFlags.hold);
      const stats = fstatSync(held.descriptor);
      if (followLink && stats.isSymbolicLink()) throw new LinkMet(place.path);
      return {
        path: place.path,
        type: typeOf(stats),
        ...(stats.isFile() ? { size: stats.size } : {}),
        mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
        modifiedAt: stats.mtime.toISOString(),
      };
    }),
});
