import { resolve } from 'node:path';
import { isServerConfig, serverConfigProblem, type ServerConfig } from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { shellWord } from '../output/shell-word.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers } from './configured-servers.ts';
import { declareServers } from './declare-servers.ts';
import { importServers, type ImportedServers } from './import-servers.ts';
import { referenceForUrl } from './secret-references.ts';
import { referencesInWords } from './secret-words.ts';

/** What `gdn mcp add` does; nothing is started. Throws `E_USAGE` and writes nothing where a server of that name is there. */
export async function addServers(invocation: Invocation): Promise<CommandResult> {
  const { servers, notes } = await typedServers(invocation);
  const { root, servers: known } = await configuredServers(invocation);
  for (const [key, config] of servers) {
    const problem = isServerConfig(config) ? serverConfigProblem(config) : 'its config is wrong';
    if (problem !== undefined) throw new UsageError(`'${key}' cannot be added: ${problem}`);
    if (known.some((server) => server.key === key))
      throw new UsageError(
        `there is an MCP server '${key}'; nothing was written`,
        'Choose another name, or take that one out of goondan.yaml first.',
      );
  }
  if (servers.size === 0) throw new UsageError('there is no server to add', notes.join('; ') || undefined);
  const declared = await declareServers(root, servers);
  const added = [...servers.keys()];
  const allNotes = [...notes, ...declared.notes];
  const next = added.map((key) => `gdn mcp test ${shellWord(key)}`);
  const lines = [
    ...added.map((key) => `added ${key} to agent ${declared.agent}`),
    ...allNotes.map((note) => `note: ${note}`),
    'Next:',
    ...next.map((line) => `  ${line}`),
  ];
  return {
    exitCode: exitCodes.ok,
    json: { agent: declared.agent, added, notes: allNotes, files: ['goondan.yaml'], next },
    text: terminalText(lines.join('\n')),
  };
}

async function typedServers({ operands, options, cwd }: Invocation): Promise<ImportedServers> {
  const [key, command, ...args] = operands;
  const url = options.text('url');
  const file = options.text('import');
  const ways = [command, url, file].filter((way) => way !== undefined).length;
  if (ways !== 1 || (key === undefined) !== (file !== undefined))
    throw new UsageError(
      'say one thing that is to be added',
      'Type gdn mcp add NAME -- COMMAND ARGS…, gdn mcp add NAME --url URL, or gdn mcp add --import FILE.',
    );
  if (file !== undefined) return importServers(resolve(cwd, file));
  if (url !== undefined && !/^https?:\/\//.test(url))
    throw new UsageError(`--url must begin with http:// or https://, got '${url}'`);
  const notes: string[] = [];
  const words = referencesInWords(key ?? '', args, notes);
  const config: ServerConfig =
    url === undefined
      ? { command: command ?? '', ...(words.length === 0 ? {} : { args: words }) }
      : { url: referenceForUrl(key ?? '', url, notes) };
  return { servers: new Map([[key ?? '', config]]), notes };
}
