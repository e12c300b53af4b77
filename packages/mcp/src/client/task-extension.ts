/** The name of the extension by which servers of 2026-07-28 answer with tasks. */
export const taskExtension = 'io.modelcontextprotocol/tasks';
