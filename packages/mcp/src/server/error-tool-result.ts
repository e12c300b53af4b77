import type { McpToolResult } from './tool.ts';

/** The failure of a tool as clients get it: for the model to read, and by its parts. */
export function errorToolResult(error: {
  readonly code?: string;
  readonly name?: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly helpUrl?: string;
}): McpToolResult {
  const { code, message, suggestion, helpUrl } = error;
  const lines = [code === undefined ? message : `${code}: ${message}`, suggestion].filter(
    (line) => line !== undefined,
  );
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: {
      error: {
        ...(code === undefined ? {} : { code }),
        message,
        ...(suggestion === undefined ? {} : { suggestion }),
        ...(helpUrl === undefined ? {} : { helpUrl }),
      },
    },
  };
}
