import { isRecord, truncateErrorMessage, type ToolResult } from '@goondan/core';

const longest = 80;

/** A result in a few words, for whoever watches: the text or value it names, else the start of it as JSON. */
export function previewOf({ output = null }: ToolResult): string {
  const shown = isRecord(output) ? (output.text ?? output.value ?? output) : output;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return truncateErrorMessage(text.replaceAll(/\s+/g, ' ').slice(0, 4 * longest), longest);
}
