import { foreignToolName } from '@goondan/core';
import { approveDefinitions, diffLines, knownStanding, pinsFolder, type LookedAt } from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers, serverOf } from './configured-servers.ts';

/** What `gdn mcp approve` does. A tool may be named as the server does or as models see it. Throws `E_MCP_DRIFT` where nothing has changed. */
export async function approveServer(invocation: Invocation): Promise<CommandResult> {
  const [typed = '', tool] = invocation.operands;
  const { servers, stateFolder } = await configuredServers(invocation);
  const { key } = serverOf(servers, typed);
  const folder = pinsFolder(stateFolder);
  // Agents may mean different servers by one key.
  const meant = servers.filter((server) => server.key === key).map(({ config }) => ({ folder, key, config }));
  const waiting = await Promise.all(meant.map((server) => changedTools(server, tool)));
  const approved = waiting.flat();
  if (approved.length === 0) await approveDefinitions({ folder, ...serverOf(servers, key) }, tool);
  for (const [index, tools] of waiting.entries())
    for (const one of tools) {
      const server = meant[index];
      if (server !== undefined) await approveDefinitions(server, one.tool);
    }
  const text = approved.flatMap(({ tool: name, diff, hidden }) => [
    `approved ${name}`,
    ...diff.map((line) => `  ${line}`),
    ...(hidden.length === 0 ? [] : [`  warning: it has characters that nobody sees: ${hidden.join(', ')}`]),
  ]);
  return {
    exitCode: exitCodes.ok,
    json: { server: key, approved },
    text: terminalText(text.join('\n')),
  };
}

/** Read before it is approved: afterwards nothing differs. */
async function changedTools(server: LookedAt, typed: string | undefined) {
  const standings = await knownStanding({ ...server, config: withAllTools(server.config) });
  return standings
    .filter(({ status }) => status === 'drifted')
    .filter(
      ({ tool }) => typed === undefined || tool === typed || foreignToolName(server.key, tool) === typed,
    )
    .map(({ tool, changes, hidden }) => ({ tool, diff: diffLines(changes), hidden }));
}

/** What the config does not take may still be approved. */
function withAllTools({ tools: _tools, ...config }: LookedAt['config']): LookedAt['config'] {
  return config;
}
