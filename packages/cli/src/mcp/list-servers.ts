import { diffLines, listPins, pinsFolder, type PinView } from '@goondan/mcp';
import { foreignToolName } from '@goondan/core';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { shellWord } from '../output/shell-word.ts';
import { table } from '../output/table.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers, type ConfiguredServer } from './configured-servers.ts';
import { serverAddress } from './server-address.ts';

const statuses = { approved: 'pinned', changed: 'drifted', gone: 'gone' } as const;

/** What `gdn mcp list` does: the declared servers, and their tools as the pins know them. */
export async function listServers(invocation: Invocation): Promise<CommandResult> {
  const { servers, stateFolder, mask } = await configuredServers(invocation);
  const pins = await listPins(pinsFolder(stateFolder));
  const listed = servers.map((server) => ({
    server: server.key,
    agents: server.agents,
    ...placeOf(server, (text) => mask.text(text)),
    ...(server.problem === undefined ? {} : { problem: server.problem }),
    tools: pins.filter((pin) => pin.server === server.key).map(toolOf),
  }));
  return {
    exitCode: exitCodes.ok,
    json: listed,
    text: listed.length === 0 ? 'no agent declares an MCP server' : listed.map(serverText).join('\n\n'),
  };
}

type ListedTool = ReturnType<typeof toolOf>;

interface ListedServer {
  readonly server: string;
  readonly agents: readonly string[];
  readonly address: string;
  readonly problem?: string;
  readonly tools: readonly ListedTool[];
}

function placeOf({ config }: ConfiguredServer, masked: (text: string) => string) {
  const transport = config.url === undefined ? 'stdio' : 'http';
  return { transport, address: masked(serverAddress(config)) };
}

function toolOf({ server, tool, status, changes, hidden }: PinView) {
  return {
    name: foreignToolName(server, tool),
    tool,
    status: statuses[status],
    diff: diffLines(changes),
    hidden,
  };
}

function serverText({ server, agents, address, problem, tools }: ListedServer): string {
  const rows = tools.map(({ name, status, hidden }) => [
    `  ${name}`,
    status,
    hidden.length === 0 ? '' : `hidden characters: ${hidden.join(', ')}`,
  ]);
  const drifted = tools.filter(({ status }) => status === 'drifted');
  const lines = [
    `${server}  ${address}  (${agents.join(', ')})`,
    ...(problem === undefined ? [] : [`  not used: ${problem}`]),
    ...(tools.length === 0 ? ['  nothing is known of its tools yet'] : [table(rows)]),
    ...drifted.flatMap(({ tool, diff }) => [`  ${tool} has changed:`, ...diff.map((line) => `    ${line}`)]),
    ...(drifted.length === 0 ? [] : [`  allow what changed: gdn mcp approve ${shellWord(server)}`]),
  ];
  return terminalText(lines.join('\n'));
}
