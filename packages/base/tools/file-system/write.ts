import { posix } from 'node:path';
import { defineTool, GoondanError } from '@goondan/core/basics';
import { makeFolder } from '../../files/make-folder.ts';
import { atPlace } from '../../files/open-place.ts';
import { checkChangeable } from '../../files/protected-place.ts';
import { checkNotFolder } from '../../files/requested-path.ts';
import { writeAtomically } from '../../files/write-atomically.ts';
import { encodeText } from './encode-text.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';
import { textEncodings, type TextEncoding } from './text-encoding.ts';

/** Writes a whole file. */
export const write = defineTool({
  name: 'file-system__write',
  description:
    'Writes a whole file of the workspace: makes it, or replaces all that was in it. The file is replaced in one step, so that nobody sees half of it; ' +
    'its mode is kept. To change a part of a file use file-system__edit.',
  annotations: { idempotent: true, destructive: true },
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      content: {
        type: 'string',
        maxLength: 20_000_000,
        description: 'All that the file will hold; base64 where encoding says so.',
      },
      encoding: {
        enum: [...textEncodings, 'base64'],
        default: 'utf-8',
        description: 'The encoding of the text in the file; base64 writes the bytes that content stands for.',
      },
      createParents: {
        type: 'boolean',
        default: true,
        description: 'Make the folders above the file that are missing.',
      },
    },
    required: ['path', 'content'],
    additionalProperties: false,
    examples: [{ path: 'notes/today.md', content: '# Today\n' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      size: { type: 'integer', description: 'Bytes written.' },
      written: { const: true, description: 'The file holds the content.' },
      created: { type: 'boolean', description: 'True where there was no file before.' },
    },
    required: ['path', 'size', 'written', 'created'],
    additionalProperties: false,
  },
  handler: (ctx, { path, content, encoding = 'utf-8', createParents = true }) => {
    const bytes = bytesOf(content, encoding);
    return atPlace(ctx, path, { followLast: true }, (place) => {
      checkNotFolder(path, place.path);
      checkChangeable(place);
      if (createParents) {
        const parent = { path: posix.dirname(place.path), real: posix.dirname(place.real) };
        makeFolder({ ...place, ...parent }, { parents: true });
      }
      const { created } = writeAtomically(place, bytes);
      return { path: place.path, size: bytes.length, written: true, created };
    });
  },
});

function bytesOf(content: string, encoding: TextEncoding | 'base64'): Uint8Array {
  if (encoding === 'base64') return bytesOfBase64(content);
  if (content.isWellFormed()) return encodeText(content, encoding);
  throw new GoondanError('E_FILE_ENCODING', 'The content holds half a character (a lone surrogate).', {
    suggestion: 'Send whole characters; for other bytes send base64 with encoding: "base64".',
  });
}

function bytesOfBase64(content: string): Uint8Array {
  const plain = content.replaceAll(/\s/g, '');
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(plain) && plain.replaceAll('=', '').length % 4 !== 1)
    return Buffer.from(plain, 'base64');
  throw new GoondanError('E_FILE_ENCODING', 'The content is not base64.', {
    suggestion: 'Send base64 (A–Z, a–z, 0–9, +, /), or text with encoding: "utf-8".',
  });
}
