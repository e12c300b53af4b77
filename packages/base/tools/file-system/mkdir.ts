import { defineTool } from '@goondan/core/basics';
import { makeFolder } from '../../files/make-folder.ts';
import { atPlace } from '../../files/open-place.ts';
import { isOwn, ownFolderError } from '../../files/protected-place.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';

/** Makes a folder. */
export const mkdir = defineTool({
  name: 'file-system__mkdir',
  description:
    'Makes a folder in the workspace, with those above it that are missing. A folder that is there already is no mistake.',
  annotations: { idempotent: true },
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      parents: { type: 'boolean', default: true, description: 'Make the folders above it that are missing.' },
    },
    required: ['path'],
    additionalProperties: false,
    examples: [{ path: 'reports/2026' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      created: { type: 'boolean', description: 'False where the folder was there already.' },
    },
    required: ['path', 'created'],
    additionalProperties: false,
  },
  handler: (ctx, { path, parents = true }) =>
    atPlace(ctx, path, { followLast: true }, (place) => {
      if (isOwn(place.allowed.workdir, place.real)) throw ownFolderError(place.path);
      return { path: place.path, created: makeFolder(place, { parents }) > 0 };
    }),
});
