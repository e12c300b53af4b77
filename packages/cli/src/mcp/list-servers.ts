import { knownStanding, pinsFolder } from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { shellWord } from '../output/shell-word.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers, type ConfiguredServer } from './configured-servers.ts';
import { serverAddress } from './server-address.ts';
import { shownTool, toolLines, type ShownTool } from './shown-tool.ts';

/** What `gdn mcp list` does: the declared servers, and how it stands with their tools as far as is known with nothing started. */
export async function listServers(invocation: Invocation): Promise<CommandResult> {
  const { servers, stateFolder, toolNames, mask } = await configuredServers(invocation);
  const folder = pinsFolder(stateFolder);
  const listed = await Promise.all(
    servers.map(async (server) => {
      const { key, agents, config, problem } = server;
      const standings = await knownStanding({ folder, key, config, otherNames: toolNames });
      return {
        server: key,
        agents,
        ...placeOf(server, (text) => mask.text(text)),
        ...(problem === undefined ? {} : { problem }),
        tools: standings.map((standing) => shownTool(key, standing)),
      };
    }),
  );
  return {
    exitCode: exitCodes.ok,
    json: listed,
    text: listed.length === 0 ? 'no agent declares an MCP server' : listed.map(serverText).join('\n\n'),
  };
}

interface ListedServer {
  readonly server: string;
  readonly agents: readonly string[];
  readonly address: string;
  readonly problem?: string;
  readonly tools: readonly ShownTool[];
}

function placeOf({ config }: ConfiguredServer, masked: (text: string) => string) {
  const transport = config.url === undefined ? 'stdio' : 'http';
  return { transport, address: masked(serverAddress(config)) };
}

function serverText({ server, agents, address, problem, tools }: ListedServer): string {
  const lines = [
    `${server}  ${address}  (${agents.join(', ')})`,
    ...(problem === undefined ? [] : [`  not used: ${problem}`]),
    ...(tools.length === 0 ? ['  nothing is known of its tools yet'] : toolLines(tools)),
    ...(tools.some(({ status }) => status === 'drifted')
      ? [`  allow what changed: gdn mcp approve ${shellWord(server)}`]
      : []),
  ];
  return terminalText(lines.join('\n'));
}
