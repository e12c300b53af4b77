import { describeShape, isRecord, type JsonSchema } from '@goondan/core';
import { duration } from '../output/duration.ts';
import { paint } from '../output/paint.ts';
import { table } from '../output/table.ts';
import { terminalText } from '../output/terminal-text.ts';
import type { ToolDetails } from './tool-details.ts';

/** A tool as a person reads it: what it does, what it takes and gives, where it comes from, how to call it. */
export function detailsText(details: ToolDetails, isColored: boolean): string {
  const {
    name,
    description,
    parameters,
    output,
    annotations = {},
    timeoutMs,
    isInCatalog,
    example,
  } = details;
  const heading = (text: string): string => paint(text, 'bold', isColored);
  const marks = Object.entries(annotations).flatMap(([mark, isSet]) => (isSet ? [mark] : []));
  const rows = [
    ['source', sourceText(details)],
    ['offered', isInCatalog ? 'yes' : 'no: add it to tools of the agent to have the model see it'],
    ...(marks.length === 0 ? [] : [['annotations', marks.join(', ')]]),
    ...(timeoutMs === undefined ? [] : [['limit', duration(timeoutMs)]]),
  ];
  return [
    terminalText(heading(name)),
    ...(description === undefined ? [] : [`  ${terminalText(description).replaceAll('\n', '\n  ')}`]),
    '',
    heading('Parameters'),
    ...(parameters === undefined ? ['  any object'] : shapeLines(parameters)),
    ...(output === undefined ? [] : ['', heading('Output'), ...shapeLines(output)]),
    '',
    table(rows.map((row) => row.map(terminalText))),
    '',
    heading('Call it'),
    `  ${terminalText(example)}`,
  ].join('\n');
}

function sourceText({ source, declaredIn }: ToolDetails): string {
  if (source === undefined) return 'unknown';
  const { type, name, mcp } = source;
  if (type === 'mcp')
    return `MCP server ${mcp?.serverName ?? name} of Extension/${mcp?.extensionName ?? name}`;
  if (type === 'extension') return `registered by Extension/${name}`;
  return declaredIn === undefined ? `Tool/${name}` : `Tool/${name}, ${declaredIn}`;
}

/** The shape in a line, then each property that says something of itself. */
function shapeLines(schema: JsonSchema): string[] {
  const shape = `  ${terminalText(describeShape(schema))}`;
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const rows = Object.entries(properties).flatMap(([name, property]) => {
    const text = isRecord(property) ? property['description'] : undefined;
    return typeof text === 'string' ? [[`    ${name}`, terminalText(text).replaceAll('\n', ' ')]] : [];
  });
  return rows.length === 0 ? [shape] : [shape, table(rows)];
}
