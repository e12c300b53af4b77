import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { paint } from '../../output/paint.ts';
import { oneLine } from '../../output/terminal-text.ts';

/** `gdn docs search WORDS`: the pages that speak of them, offline. */
export const docsSearch: CommandDefinition = {
  name: 'search',
  summary: 'Find pages of the documents, offline; Korean words work too',
  operands: [['<words...>', 'what to look for']],
  examples: ['gdn docs search timeout', 'gdn docs search 승인 정책', 'gdn docs search pending handle --json'],
  run: async ({ operands, output }) => {
    const { docsFolder } = await import('../../docs/docs-folder.ts');
    const { readPages } = await import('../../docs/read-pages.ts');
    const { searchPages } = await import('../../docs/search-pages.ts');
    const query = operands.join(' ');
    const hits = searchPages(await readPages(docsFolder()), query);
    const lines = hits.map(({ page, title, excerpt }) => {
      const name = paint(page, 'bold', output.isColored);
      return `${name}  ${oneLine(title, 80)}\n  ${oneLine(excerpt, 110)}`;
    });
    const none = `no page speaks of '${oneLine(query, 60)}'; gdn docs show lists all pages`;
    const hint = hits[0] === undefined ? '' : `\n\nRead one: gdn docs show ${hits[0].page}`;
    return {
      exitCode: exitCodes.ok,
      json: hits,
      text: hits.length === 0 ? none : `${lines.join('\n')}${hint}`,
    };
  },
};
