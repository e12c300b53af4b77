/**
 * Writes the references that are made from code: the command line from its definitions, YAML from the schemas of its kinds, `llms.txt`, the list of all
 * documents for machines, the picture of a run, and as JSON Schema what core reads documents by before it loads their schemas. With `--check` it only says what differs.
 */
import { madeEditorSchema, madeModelOptions } from '../packages/core/src/resource/made-schemas.ts';
import { cliPage } from './reference/cli-page.ts';
import { readCommandLine } from './reference/command-line.ts';
import { documentList } from './reference/document-list.ts';
import { runPicture } from './reference/run-picture.ts';
import { yamlPage } from './reference/yaml-page.ts';
import { writeGenerated } from './generated/write-generated.ts';

const pages = new Map([
  ['docs/reference/cli.md', cliPage(await readCommandLine('packages/cli/src'))],
  ['docs/reference/yaml.md', yamlPage()],
]);
await writeGenerated({
  isCheck: process.argv.includes('--check'),
  command: 'npm run docs:reference',
  folders: [],
  files: new Map([
    ...pages,
    ['llms.txt', await documentList('.', pages)],
    ['packages/core/src/resource/editor-schema.json', jsonText(madeEditorSchema())],
    ['packages/core/src/resource/model-options.json', jsonText(madeModelOptions())],
    ['docs/run.svg', runPicture(await Bun.file('docs/how-to/delegate.md').text())],
  ]),
});

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
