/**
 * Writes what is made from the code of the stock bundle: its `goondan.yaml`, the same as `resources.json` for a quick start, and the
 * reference pages of its tools and extensions. With `--check` it only says what differs.
 */
import { extensionPage } from './stock/extension-page.ts';
import { readStockModules } from './stock/stock-modules.ts';
import { toolPage } from './stock/tool-page.ts';
import { writeGenerated } from './generated/write-generated.ts';
import { stringify } from 'yaml';

/** The packages that offer stock, in the order in which the runtime looks at them. */
const roots = ['packages/base', 'packages/mcp'];

const bundles = await Promise.all(roots.map(async (root) => ({ root, ...(await readStockModules(root)) })));
const tools = bundles.flatMap((bundle) => bundle.tools);
const extensions = bundles.flatMap((bundle) => bundle.extensions);

const index = [
  '# Stock tools and extensions',
  '',
  'What an agent can name without writing it. Made from `packages/base` and `packages/mcp` by `npm run docs:stock`.',
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
    ...bundles.flatMap(bundleFiles),
    ['docs/reference/stock.md', index.join('\n')],
    ...tools.map((tool) => [`docs/reference/tools/${tool.name}.md`, toolPage(tool)] as const),
    ...extensions.map((one) => [`docs/reference/extensions/${one.name}.md`, extensionPage(one)] as const),
  ]),
});

/** What a stock package holds besides its modules. */
function bundleFiles({ root, ...bundle }: (typeof bundles)[number]): [path: string, text: string][] {
  const resources = [...bundle.tools, ...bundle.extensions].map(({ resource }) => resource);
  const documents = resources.map((resource) =>
    stringify(resource, { lineWidth: 120, aliasDuplicateObjects: false }),
  );
  const heading = '# Made from tools/ and extensions/ by `npm run docs:stock`.';
  return [
    [`${root}/goondan.yaml`, `${heading}\n${documents.join('---\n')}`],
    [`${root}/resources.json`, `${JSON.stringify(resources)}\n`],
  ];
}
