import type { CommandGroup } from '../../command/command-definition.ts';
import { docsSearch } from './search.ts';
import { docsShow } from './show.ts';

/** `gdn docs`: the documents. */
export const docs: CommandGroup = {
  name: 'docs',
  summary: 'Search and read the documents, offline',
  examples: ['gdn docs search timeout', 'gdn docs show guide/first-tool'],
  commands: [docsSearch, docsShow],
};
