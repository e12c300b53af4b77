import type { DefinedTool } from '@goondan/core';
import { schemaExample } from './schema-example.ts';
import { schemaTable } from './schema-table.ts';
import type { StockTool } from './stock-modules.ts';

/** The reference page of a stock tool. */
export function toolPage({ name, definitions, resource }: StockTool): string {
  const { timeoutMs, isolation, secrets } = resource.spec;
  const facts = [
    ...(timeoutMs === undefined ? [] : [`A call takes at most ${timeoutMs / 1000} s.`]),
    ...(isolation === 'worker' ? ['It runs in a thread of its own.'] : []),
    ...(secrets === undefined
      ? []
      : [
          `Reads from the environment: ${secrets.map((one) => `\`${one}\``).join(', ')}; their values are masked.`,
        ]),
  ];
  return [
    `# Tool/${name}`,
    '',
    `\`tools: [Tool/${name}]\` in an Agent. ${facts.join(' ')}`.trim(),
    '',
    ...definitions.flatMap(exportSection),
  ].join('\n');
}

function exportSection(tool: DefinedTool): string[] {
  const example = schemaExample(tool.name, tool.parameters);
  const hints = Object.entries(tool.annotations ?? {}).flatMap(([hint, isTrue]) =>
    isTrue === true ? [`\`${hint}\``] : [],
  );
  return [
    `## ${tool.name}`,
    '',
    tool.description ?? '',
    '',
    ...(hints.length === 0 ? [] : [`Annotations: ${hints.join(', ')}.`, '']),
    'Input:',
    '',
    ...schemaTable(tool.parameters),
    '',
    '```json',
    JSON.stringify(example),
    '```',
    '',
    'Output:',
    '',
    ...schemaTable(tool.output),
    '',
  ];
}
