import { stringify } from 'yaml';
import { schemaExample } from './schema-example.ts';
import { schemaTable } from './schema-table.ts';
import type { StockExtension } from './stock-modules.ts';

/** The reference page of a stock extension. */
export function extensionPage({ name, extension }: StockExtension): string {
  const config = schemaExample(`Extension/${name}`, extension.config);
  return [
    `# Extension/${name}`,
    '',
    extension.description,
    '',
    'Config:',
    '',
    ...schemaTable(extension.config),
    '',
    'In an Agent:',
    '',
    '```yaml',
    stringify({ extensions: [{ ref: `Extension/${name}`, config }] }).trimEnd(),
    '```',
    '',
  ].join('\n');
}
