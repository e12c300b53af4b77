import { compileSchema, foreignToolName, GoondanError, isRecord, snapshot } from '@goondan/core';
import { connectServer, type Connection, type ServerConfig } from '@goondan/mcp';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes } from '../exit-code.ts';
import { table } from '../output/table.ts';
import { oneLine, terminalText } from '../output/terminal-text.ts';
import { configuredServers, serverOf } from './configured-servers.ts';
import { loopbackPerson } from './loopback-person.ts';

const defaultListTimeoutMs = 20_000;
const longestDescription = 80;
const limits = { maxDepth: 200, maxSize: 1024 * 1024, refusePrototypeKey: true };
/** Where the connection leaves word of what it could not take. */
const problemKey = 'goondan.ai/problem';
/** Under which key of `_meta` a server of the newer family says what it is. */
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

type Listed = Awaited<ReturnType<Connection['tools']>>;

/** What `gdn mcp test` does: connects, asks for the tools and ends the server again. Nothing is pinned. Throws `E_MCP_*`. */
export async function testServer(invocation: Invocation): Promise<CommandResult> {
  const { servers, stateFolder, root } = await configuredServers(invocation);
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
    const identity = await identityOf(connection);
    const json = {
      server: key,
      ...identity,
      family: connection.isLegacy ? '2025-11-25' : '2026-07-28',
      connectMs,
      totalMs: Math.round(performance.now() - began),
      tools: listed.map(({ name, description }) => ({
        name: foreignToolName(key, name),
        tool: name,
        ...(description === undefined ? {} : { description }),
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

/** What the server calls itself; one of the older family says so only while it is connected to. */
async function identityOf(connection: Connection): Promise<{ name?: string; version?: string }> {
  if (connection.isLegacy) return {};
  const answer: Record<string, unknown> = await connection.request('server/discover', {}).catch(() => ({}));
  const meta = isRecord(answer['_meta']) ? answer['_meta'] : {};
  const info = meta[serverInfoKey] ?? answer['serverInfo'];
  const { name, version } = isRecord(info) ? info : {};
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  };
}

/** Why tools would not be offered to an agent. */
function diagnosticsOf(listed: Listed, allowed: readonly string[] | undefined): string[] {
  const seen = new Set<string>();
  const found = listed.flatMap(({ name, inputSchema, outputSchema, _meta: meta }) => {
    if (seen.has(name)) return [`${name} is listed twice; the first counts`];
    seen.add(name);
    const told = meta?.[problemKey];
    if (typeof told === 'string') return [`${name} is not offered: ${told}`];
    const problem = schemaProblem(inputSchema) ?? (outputSchema && schemaProblem(outputSchema));
    return problem === undefined ? [] : [`${name} is not offered: ${problem}`];
  });
  const missing = (allowed ?? []).filter((pattern) => !listed.some(({ name }) => isMeant(name, pattern)));
  return [...found, ...missing.map((pattern) => `the server has no tool '${pattern}' that its config takes`)];
}

function schemaProblem(schema: unknown): string | undefined {
  const copy = snapshot(schema, limits);
  if (copy.status === 'failed' || !isRecord(copy.value)) return 'its schema is no JSON object';
  try {
    compileSchema(copy.value);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function isMeant(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

interface Report {
  readonly server: string;
  readonly name?: string;
  readonly version?: string;
  readonly family: string;
  readonly connectMs: number;
  readonly totalMs: number;
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
  readonly diagnostics: readonly string[];
}

function reportText(report: Report): string {
  const { server, name, version, family, connectMs, totalMs, tools, diagnostics } = report;
  const identity = [name, version].filter((part) => part !== undefined).join(' ');
  const rows = tools.map((tool) => [`  ${tool.name}`, oneLine(tool.description ?? '', longestDescription)]);
  return terminalText(
    [
      `${server} answers${identity === '' ? '' : `: ${identity}`}`,
      `protocol ${family}, connected in ${connectMs} ms, ${tools.length} tools after ${totalMs} ms`,
      ...(rows.length === 0 ? [] : [table(rows)]),
      ...diagnostics.map((line) => `warning: ${line}`),
    ].join('\n'),
  );
}
