import { createHash } from 'node:crypto';
import { buildToolName, maxToolNameLength, toolNameProblem } from './name.ts';

const hashLength = 16;
const mapped = /-x[a-z2-7]{16}$/;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The name of a tool that someone else named, such as an MCP server's: `<key>__<tool>` where that is legal, else a
 * legal name made of it and a hash of the original. One original, one name: it depends on nothing but the two words,
 * and a name that looks mapped is mapped too, so that none can be taken by another's original (NAME-5).
 */
export function foreignToolName(key: string, originalName: string): string {
  const name = buildToolName(key, originalName);
  if (toolNameProblem(name) === undefined && !mapped.test(name)) return name;
  const marker = `-x${hash(JSON.stringify([key, originalName]))}`;
  const room = maxToolNameLength - key.length - '__'.length - marker.length;
  const readable = originalName
    .replace(/[^a-zA-Z0-9_-]/g, '-')
    .replace(/_{2,}/g, '_')
    .slice(0, Math.max(0, room));
  return buildToolName(key, `${readable}${marker}`);
}

function hash(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(bytes.subarray(0, hashLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
