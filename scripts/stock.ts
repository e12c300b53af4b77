/**
 * Writes what is made from the code of the stock bundle: its `goondan.yaml`, the same as `resources.json` for a quick start, and the
 * reference pages of its tools and extensions. With `--check` it only says what differs.
 */
import { extensionPage } from './stock/extension-page.ts';
import { readStockModules } from './stock/stock-modules.ts';
import { toolPage } from './stock/tool-page.ts';
import { writeGenerated } from './generated/write-generated.ts';
import { stringify } from 'yaml';

const { tools, extensions } = await readStockModules('packages/base');
const resources = [...tools.map(({ resource }) => resource), ...extensions.map(({ resource }) => resource)];
const documents = resources.map((resource) =>
  stringify(resource, { lineWidth: 120, aliasDuplicateObjects: false }),
);

const index = [
  '# Stock tools and extensions',
  '',
  'What an agent can name without writing it. Made from `packages/base` by `npm run docs:stock`.',
  '',
  '## Tools',
  '',
  ...tools.map(
    ({ name, definitions }) =>
      `- [${name}](tools/${name}.md): ${definitions.map((tool) => `\`${tool.name}\``).join(', ')}`,
  ),
  '',
  '## Extensions',
  '',
  ...extensions.map(({ name, extension }) => `- [${name}](extensions/${name}.md): ${extension.description}`),
  '',
];

await writeGenerated({
  isCheck: process.argv.includes('--check'),
  command: 'npm run docs:stock',
  folders: ['docs/reference/tools', 'docs/reference/extensions'],
  files: new Map([
    [
      'packages/base/goondan.yaml',
      `# Made from tools/ and extensions/ by \`npm run docs:stock\`.\n${documents.join('---\n')}`,
    ],
    ['packages/base/resources.json', `${JSON.stringify(resources)}\n`],
    ['docs/reference/stock.md', index.join('\n')],
    ...tools.map((tool) => [`docs/reference/tools/${tool.name}.md`, toolPage(tool)] as const),
    ...extensions.map((one) => [`docs/reference/extensions/${one.name}.md`, extensionPage(one)] as const),
  ]),
});
