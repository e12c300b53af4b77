import { defineTool } from '@goondan/core/basics';
import { atPlaceInSteps } from '../../files/open-place.ts';
import { removePlace } from '../../files/remove-place.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';

/** Removes a file, a link or a folder. */
export const remove = defineTool({
  name: 'file-system__remove',
  description:
    'Removes a file, a link or an empty folder of the workspace; a folder with all in it only with recursive: true. A link is removed itself, never what it ' +
    'points to. The workspace folder itself cannot be removed. What is removed cannot be brought back.',
  annotations: { destructive: true },
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      recursive: { type: 'boolean', default: false, description: 'Remove a folder with all in it.' },
    },
    required: ['path'],
    additionalProperties: false,
    examples: [{ path: 'notes/old.md' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      removed: { type: 'integer', description: 'How many files, links and folders are gone.' },
    },
    required: ['path', 'removed'],
    additionalProperties: false,
  },
  handler: (ctx, { path, recursive = false }) =>
    atPlaceInSteps(ctx, path, { followLast: false }, function* (place) {
      return { path: place.path, removed: yield* removePlace(place, { recursive }) };
    }),
});
