import type { ServerConfig } from '@goondan/mcp';
import { shellWord } from '../output/shell-word.ts';

/** What a server is, on one line: its command with arguments, or its address. */
export function serverAddress({ command, args = [], url }: ServerConfig): string {
  if (url !== undefined) return typeof url === 'string' ? url : `$${url.valueFrom.env}`;
  if (command === undefined) return '';
  const words = args.map((word) => (typeof word === 'string' ? shellWord(word) : `$${word.valueFrom.env}`));
  return [shellWord(command), ...words].join(' ');
}
