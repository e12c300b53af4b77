import { approveDefinitions, diffLines, listPins, pinsFolder } from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers, serverOf } from './configured-servers.ts';

/** What `gdn mcp approve` does. A tool may be named as the server does or as models see it. Throws `E_MCP_DRIFT` where nothing has changed. */
export async function approveServer(invocation: Invocation): Promise<CommandResult> {
  const [server = '', typed] = invocation.operands;
  const { servers, stateFolder } = await configuredServers(invocation);
  const { key } = serverOf(servers, server);
  const folder = pinsFolder(stateFolder);
  // Read before: afterwards nothing differs.
  const pins = (await listPins(folder)).filter((pin) => pin.server === key);
  const tool = typed === undefined ? undefined : await ownName(key, typed, pins);
  const names = await approveDefinitions(folder, key, tool);
  const approved = names.map((name) => ({
    tool: name,
    diff: diffLines(pins.find((pin) => pin.tool === name)?.changes ?? []),
  }));
  const text = approved.flatMap((one) => [`approved ${one.tool}`, ...one.diff.map((line) => `  ${line}`)]);
  return {
    exitCode: exitCodes.ok,
    json: { server: key, approved },
    text: terminalText(text.join('\n')),
  };
}

async function ownName(
  key: string,
  typed: string,
  pins: readonly { readonly tool: string }[],
): Promise<string> {
  const { foreignToolName } = await import('@goondan/core');
  if (pins.some(({ tool }) => tool === typed)) return typed;
  return pins.find(({ tool }) => foreignToolName(key, tool) === typed)?.tool ?? typed;
}
