import type { CommandDefinition } from '../../command/command-definition.ts';
import { UsageError } from '../../error/usage-error.ts';
import { exitCodes } from '../../exit-code.ts';
import { table } from '../../output/table.ts';

/** `gdn docs show [PAGE]`: a page as it is written; all pages without one. */
export const docsShow: CommandDefinition = {
  name: 'show',
  summary: 'Print a page of the documents, or list them',
  operands: [['[page]', 'as gdn docs search prints it, such as guide/first-tool (default: list all)']],
  examples: ['gdn docs show', 'gdn docs show guide/first-tool', 'gdn docs show errors/E_TOOL --json'],
  run: async ({ operands: [given] }) => {
    const { docsFolder } = await import('../../docs/docs-folder.ts');
    const { readPages } = await import('../../docs/read-pages.ts');
    const pages = await readPages(docsFolder());
    if (given === undefined)
      return {
        exitCode: exitCodes.ok,
        json: pages.map(({ name, title }) => ({ page: name, title })),
        text: table(pages.map(({ name, title }) => [name, title])),
      };
    const asked = given.replace(/^docs\//, '').replace(/\.md$/, '');
    const named = pages.filter(({ name }) => name === asked || name.endsWith(`/${asked}`));
    const [page] = named.toSorted((left, right) => left.name.length - right.name.length);
    if (page !== undefined) {
      const { name, title, text } = page;
      return { exitCode: exitCodes.ok, json: { page: name, title, text }, text: text.trimEnd() };
    }
    const { nearest } = await import('@goondan/core/basics');
    const names = pages.flatMap(({ name }) => [name, name.slice(name.lastIndexOf('/') + 1)]);
    const near = nearest(asked, names);
    const suggestion = near === undefined ? 'gdn docs show lists all pages.' : `Did you mean '${near}'?`;
    throw new UsageError(`there is no page '${given}'`, suggestion);
  },
};
