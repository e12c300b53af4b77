import { buildToolName, maxToolNameLength, resourceNameProblem, toolNameProblem } from './name.ts';

const hashLength = 16;
const longestKey = 40;
const mapped = /-x[a-z2-7]{16}$/;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The name of a tool that someone else named, such as an MCP server's: `<key>__<tool>` where that is legal, else a
 * legal name made of it and a hash of the original. One original, one name: it depends on nothing but the two words,
 * and a name that looks mapped is mapped too, so that none can be taken by another's original (NAME-5).
 */
export function foreignToolName(key: string, originalName: string): string {
  const name = buildToolName(key, originalName);
  const isLegal = resourceNameProblem(key) === undefined && toolNameProblem(name) === undefined;
  if (isLegal && !mapped.test(name)) return name;
  const marker = `-x${hash(JSON.stringify([key, originalName]))}`;
  const resource = readable(key, longestKey).replace(/_+$/, '') || 'tool';
  const room = maxToolNameLength - resource.length - '__'.length - marker.length;
  return buildToolName(resource, `${readable(originalName, room)}${marker}`);
}

function readable(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[^a-zA-Z0-9_-]/g, '-')
    .replace(/_{2,}/g, '_');
}

function hash(text: string): string {
  const bytes = Buffer.from(Bun.SHA256.hash(text, 'hex'), 'hex');
  return Array.from(bytes.subarray(0, hashLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
