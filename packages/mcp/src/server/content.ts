import { isRecord, type JsonValue } from '@goondan/core';
import type { McpToolResult } from './tool.ts';

type Content = McpToolResult['content'];

const fields: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

/** The typed parts of an output that is made of them: `{content: […]}`, perhaps with `structuredContent` beside them. */
export function contentOf(output: JsonValue): Content | undefined {
  if (!isRecord(output)) return undefined;
  const { content, structuredContent: _, ...others } = output;
  if (Object.keys(others).length > 0) return undefined;
  return isContent(content) && content.length > 0 ? content : undefined;
}

function isContent(value: unknown): value is Content {
  return Array.isArray(value) && value.every(isBlock);
}

function isBlock(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { type, resource } = value;
  if (type === 'resource')
    return isRecord(resource) && typeof resource['uri'] === 'string' && hasBody(resource);
  const required = typeof type === 'string' ? fields[type] : undefined;
  return required !== undefined && required.every((field) => typeof value[field] === 'string');
}

function hasBody({ text, blob }: Record<string, unknown>): boolean {
  return typeof text === 'string' || typeof blob === 'string';
}
