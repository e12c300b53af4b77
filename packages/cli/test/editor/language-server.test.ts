import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { gdn, inPlace } from '../gdn.ts';
import { LanguageServer } from './language-server.ts';

describe('the YAML language server on what gdn init makes', () => {
  test('finds nothing wrong, a wrong key in each document it is put into, and completes by the kind of the document', async () => {
    await inPlace({}, async (place) => {
      await gdn(place, ['init']);
      const file = join(place.bundle, 'goondan.yaml');
      const text = await readFile(file, 'utf8');
      const server = new LanguageServer();
      await server.start(place.bundle);
      try {
        expect(await server.open(file, text)).toEqual([]);

        for (const key of [
          '  entryAgent: assistant',
          '  modelConfig: { modelRef: Model/main }',
          '  entry: ./tools/notes/index.ts',
        ]) {
          const wrong = text.replace(key, `${key}\n  nonsense: 1`);
          const line = wrong.split('\n').indexOf('  nonsense: 1');
          const found = await server.change(file, wrong);
          expect(found.map(({ message, range }) => [message, range.start.line])).toEqual([
            ['Property nonsense is not allowed.', line],
          ]);
        }

        const typing = text.replace('  entryAgent: assistant', '  entryAgent: assistant\n  po');
        await server.change(file, typing);
        const line = typing.split('\n').indexOf('  po');
        expect(await server.complete(file, { line, character: 4 })).toContain('policy');

        const adding = `${text}---\n# yaml-language-server: $schema=.goondan/schema.json\napiVersion: goondan.ai/v1\nkind: \n`;
        await server.change(file, adding);
        const kinds = await server.complete(file, { line: adding.split('\n').length - 2, character: 6 });
        for (const kind of ['Agent', 'Tool', 'Extension']) expect(kinds).toContain(kind);
      } finally {
        await server.stop();
      }
    });
  });
});
