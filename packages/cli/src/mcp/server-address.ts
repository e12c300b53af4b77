import type { ServerConfig } from '@goondan/mcp';
import { shellWord } from '../output/shell-word.ts';

/** What a server is, on one line: its command with arguments, or its address. */
export function serverAddress({ command, args = [], url }: ServerConfig): string {
  if (url !== undefined) return url;
  return command === undefined ? '' : [command, ...args].map(shellWord).join(' ');
}
