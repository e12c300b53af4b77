import { GoondanError } from '@goondan/core/basics';
import {
  connectServer,
  isTaken,
  listedStanding,
  pinsFolder,
  type Connection,
  type ServerConfig,
} from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { count } from '../output/duration.ts';
import { shellWord } from '../output/shell-word.ts';
import { terminalText } from '../output/terminal-text.ts';
import { configuredServers, serverOf } from './configured-servers.ts';
import { loopbackPerson } from './loopback-person.ts';
import { shownTool, toolLines, type ShownTool } from './shown-tool.ts';

const defaultListTimeoutMs = 20_000;

type Listed = Awaited<ReturnType<Connection['tools']>>;

/** What `gdn mcp test` does: connects, asks for the tools and ends the server again. Nothing is pinned; what differs from what is pinned is noted. Throws `E_MCP_*`. */
export async function testServer(invocation: Invocation): Promise<CommandResult> {
  const { servers, stateFolder, root, toolNames } = await configuredServers(invocation);
  const { key, config, problem } = serverOf(servers, invocation.operands[0] ?? '');
  if (problem !== undefined)
    throw new GoondanError('E_CONFIG_VALUE', `the MCP server '${key}' cannot be used: ${problem}`);
  const began = performance.now();
  using person = personFor(invocation, config);
  const place = { key, config, env: invocation.env, root, stateFolder };
  const connection = await connectServer({ ...place, ...(person === undefined ? {} : { person }) });
  try {
    const connectMs = Math.round(performance.now() - began);
    const listed = await listedBy(connection, key, config.startTimeoutMs ?? defaultListTimeoutMs);
    const { name, version } = connection.serverInfo;
    const looked = { folder: pinsFolder(stateFolder), key, config, otherNames: toolNames };
    const json = {
      server: key,
      ...(name === undefined ? {} : { name }),
      ...(version === undefined ? {} : { version }),
      family: connection.isLegacy ? '2025-11-25' : '2026-07-28',
      connectMs,
      totalMs: Math.round(performance.now() - began),
      tools: (await listedStanding(looked, listed)).map((standing) => ({
        ...shownTool(key, standing),
        ...(standing.description === undefined ? {} : { description: standing.description }),
      })),
      diagnostics: diagnosticsOf(listed, config.tools),
    };
    return { exitCode: exitCodes.ok, json, text: reportText(json) };
  } finally {
    await connection.close();
  }
}

/** Nobody is waited for where no terminal says that there is somebody, unless it is asked for. */
function personFor(
  { output, options }: Invocation,
  { auth }: ServerConfig,
): ReturnType<typeof loopbackPerson> | undefined {
  if (auth?.type !== 'oauth' || !(output.isTerminal || options.flag('login'))) return undefined;
  return loopbackPerson((page) => output.note(`log in here: ${terminalText(page)}`));
}

async function listedBy(connection: Connection, key: string, timeoutMs: number): Promise<Listed> {
  try {
    return await connection.tools(timeoutMs);
  } catch (thrown) {
    if (thrown instanceof GoondanError) throw thrown;
    const reason = connection.isClosed
      ? connection.lastWords
      : thrown instanceof Error
        ? thrown.message
        : String(thrown);
    throw new GoondanError(
      connection.isClosed ? 'E_MCP_UNAVAILABLE' : 'E_MCP_PROTOCOL',
      `The MCP server '${key}' does not list its tools: ${reason}`,
    );
  }
}

/** What is wrong with the list as a whole, or with what the config takes of it. */
function diagnosticsOf(listed: Listed, allowed: readonly string[] | undefined): string[] {
  const names = listed.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const missing = (allowed ?? []).filter((pattern) => !names.some((name) => isTaken(name, [pattern])));
  return [
    ...[...new Set(twice)].map((name) => `${name} is listed twice; the first counts`),
    ...missing.map((pattern) => `the server has no tool '${pattern}' that its config takes`),
  ];
}

interface Report {
  readonly server: string;
  readonly name?: string;
  readonly version?: string;
  readonly family: string;
  readonly connectMs: number;
  readonly totalMs: number;
  readonly tools: readonly ShownTool[];
  readonly diagnostics: readonly string[];
}

function reportText(report: Report): string {
  const { server, name, version, family, connectMs, totalMs, tools, diagnostics } = report;
  const identity = [name, version].filter((part) => part !== undefined).join(' ');
  return terminalText(
    [
      `${server} answers${identity === '' ? '' : `: ${identity}`}`,
      `protocol ${family}, connected in ${connectMs} ms, ${count(tools.length, 'tool')} after ${totalMs} ms`,
      ...toolLines(tools),
      ...(tools.some(({ status }) => status === 'drifted')
        ? [`  allow what changed: gdn mcp approve ${shellWord(server)}`]
        : []),
      ...diagnostics.map((line) => `warning: ${line}`),
    ].join('\n'),
  );
}
