import { callerWith, owner, serveMcpHttp, serveMcpStdio, type McpCaller } from '@goondan/mcp';
import { serveEngine, workspaceLayout, type Swarm, type WorkspaceLayout } from '@goondan/runtime';
import manifest from '../../package.json' with { type: 'json' };
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { agentNameOf } from '../place/agent-name.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { stateRootOf } from '../place/state-root.ts';
import { workdirOf } from '../place/workdir.ts';
import { removeServeFile, writeServeFile } from '../serve/serve-file.ts';
import { declaredTools } from '../tool/declared-tools.ts';
import { listenForInterrupt, type Interrupt } from '../turn/interrupt.ts';
import { accessFilePath, removeAccessFile, writeAccessFile } from './access-file.ts';
import { httpAccess } from './http-access.ts';
import { standardOutput } from './standard-output.ts';
import { swarmSource, type SwarmSource } from './swarm-source.ts';

const defaultTaskAfterSeconds = 5;

interface Served {
  readonly invocation: Invocation;
  readonly swarm: Swarm;
  readonly layout: WorkspaceLayout;
  readonly source: SwarmSource;
  readonly caller: McpCaller;
  readonly interrupt: Interrupt;
}

/** What `gdn mcp serve` does: stays until its client goes or somebody ends it. */
export async function serveMcp(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, env } = invocation;
  const port = portOf(options.text('http'));
  const caller = callerOf(options.texts('allow'));
  const workdir = await workdirOf(invocation);
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  const swarm = await openBundle(invocation, bundleRoot, { isKept: true });
  const layout = workspaceLayout(stateRootOf(invocation), bundleRoot);
  const interrupt = listenForInterrupt();
  try {
    const agent = await agentNameOf(swarm, options.text('agent'));
    const declared = await declaredTools(bundleRoot, env);
    const taskAfterMs = 1000 * (options.amount('task-after') ?? defaultTaskAfterSeconds);
    await swarm.engine.start();
    const source = swarmSource({ swarm, layout, agent, declared, taskAfterMs, ...workdir });
    // Other commands of the same workspace talk to this process: approve, deny, cancel.
    const commands = await serveEngine(swarm.engine, { layout, agents: swarm.agents });
    try {
      await writeServeFile(layout.folder, { url: commands.url, token: commands.token, pid: process.pid });
      await swarm.engine.resume();
      const served = { invocation, swarm, layout, source, caller, interrupt };
      return port === undefined ? await overStdio(served) : await overHttp(served, port);
    } finally {
      await removeServeFile(layout.folder);
      await commands.close();
      await source.close();
    }
  } finally {
    await swarm.close();
    interrupt.dispose();
  }
}

async function overStdio({ invocation, source, caller, interrupt }: Served): Promise<CommandResult> {
  const { output } = invocation;
  const server = await serveMcpStdio({
    source,
    info,
    caller,
    input: process.stdin,
    output: standardOutput(),
    onError: (error) => output.note(error.message),
  });
  const signal = await Promise.race([server.closed, interrupt.promise]);
  await server.close();
  return { exitCode: signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.ok, json: undefined };
}

async function overHttp(served: Served, port: number): Promise<CommandResult> {
  const { invocation, layout, source, swarm, caller, interrupt } = served;
  const { output } = invocation;
  const { findCaller, token, authorization } = await httpAccess(invocation, caller);
  const server = await serveMcpHttp({
    source,
    info,
    port,
    findCaller,
    ...(authorization === undefined ? {} : { authorization }),
    onError: (error) => output.note(error.message),
  });
  try {
    await writeAccessFile(layout.folder, { url: server.url, token, pid: process.pid });
    const tokenFile = accessFilePath(layout.folder);
    const tools = (await source.tools()).map(({ name }) => name);
    output.json({ url: server.url, tokenFile, pid: process.pid, agents: swarm.agents, tools });
    output.line(`serving ${tools.length} tools over MCP at ${server.url}`);
    output.line(`token in ${tokenFile}`);
    const signal = await interrupt.promise;
    output.note('stopping …');
    return { exitCode: signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.ok, json: undefined };
  } finally {
    await removeAccessFile(layout.folder);
    await server.close();
  }
}

const info = { name: 'goondan', title: 'Goondan', version: manifest.version };

/** The one this server belongs to, with the tools that `--allow` leaves. */
function callerOf(patterns: readonly string[]): McpCaller {
  return patterns.length === 0 ? owner : { ...callerWith(owner.name, patterns), isOwner: true };
}

function portOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(
    `--http must be a port from 0 to 65535, got '${given}'`,
    '0 takes any that is free; leave the flag out for stdio.',
  );
}
