import { readFile } from 'node:fs/promises';
import { isRecord } from '@goondan/core/basics';
import type { ServerConfig } from '@goondan/mcp';
import { UsageError } from '../error/usage-error.ts';
import { referenceForUrl, referencesFor } from './secret-references.ts';
import { referencesInWords } from './secret-words.ts';

/** Servers out of a file of another host. */
export interface ImportedServers {
  readonly servers: ReadonlyMap<string, ServerConfig>;
  /** What a person has to know or do. */
  readonly notes: readonly string[];
}

/** Reads `mcpServers` of Claude and Cursor, or `servers` of VS Code. Throws `E_USAGE` where the file has neither. */
export async function importServers(path: string): Promise<ImportedServers> {
  const listed = await serversIn(path);
  const servers = new Map<string, ServerConfig>();
  const notes: string[] = [];
  for (const [key, entry] of Object.entries(listed)) {
    const { command, url } = isRecord(entry) ? entry : {};
    const isTold = typeof command === 'string' || typeof url === 'string';
    if (!isRecord(entry) || !isTold) notes.push(`${key} was left out: it has neither command nor url`);
    else if (entry['type'] === 'sse')
      notes.push(`${key} was left out: SSE is not spoken, only Streamable HTTP`);
    else
      servers.set(
        key,
        typeof url === 'string' ? atUrl(key, url, entry, notes) : byCommand(key, entry, notes),
      );
  }
  return { servers, notes };
}

async function serversIn(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`${path} cannot be read`);
  const value = parsed(text, path);
  const listed = isRecord(value) ? (value['mcpServers'] ?? value['servers']) : undefined;
  if (isRecord(listed)) return listed;
  throw new UsageError(
    `${path} has neither mcpServers nor servers`,
    'Name the file in which Claude, Cursor or VS Code keeps its MCP servers.',
  );
}

/** VS Code allows comments. */
function parsed(text: string, path: string): unknown {
  try {
    return Bun.JSONC.parse(text);
  } catch (thrown) {
    throw new UsageError(`${path} is no JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function atUrl(key: string, url: string, entry: Record<string, unknown>, notes: string[]): ServerConfig {
  const headers = referencesFor({ key, values: textsOf(entry['headers']), isHeaders: true }, notes);
  return { url: referenceForUrl(key, url, notes), ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}

function byCommand(key: string, entry: Record<string, unknown>, notes: string[]): ServerConfig {
  const { command, args, cwd } = entry;
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
  const env = referencesFor({ key, values: textsOf(entry['env']), isHeaders: false }, notes);
  const written = referencesInWords(key, words, notes);
  if (written.some((word) => typeof word === 'string' && word.includes('${')))
    notes.push(`${key}: its args hold \${…}, which is passed on as it stands`);
  return {
    command: String(command),
    ...(written.length === 0 ? {} : { args: written }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
  };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return new Map(entries.map(([name, one]) => [name, String(one)]));
}
