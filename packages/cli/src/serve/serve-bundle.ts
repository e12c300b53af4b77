import { GoondanError } from '@goondan/core';
import { serveEngine, workspaceLayout, type OpenTurn, type Swarm } from '@goondan/runtime';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { count } from '../output/duration.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { stateRootOf } from '../place/state-root.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { heldCallOf, heldText } from '../turn/held-call.ts';
import { listenForInterrupt } from '../turn/interrupt.ts';
import { removeServeFile, serveFilePath, writeServeFile } from './serve-file.ts';

/** What `gdn serve` does: stays until it is asked to end. */
export async function serveBundle(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, cwd } = invocation;
  const port = portOf(options.text('port'));
  const token = tokenOf(options.text('token'));
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  if (bundleRoot === undefined)
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`);
  const swarm = await openBundle(invocation, bundleRoot, { isKept: true });
  const layout = workspaceLayout(stateRootOf(invocation), bundleRoot);
  const interrupt = listenForInterrupt();
  try {
    tellWarnings(swarm, invocation.output);
    await swarm.engine.start();
    const server = await serveEngine(swarm.engine, {
      layout,
      agents: swarm.agents,
      port,
      ...(token === undefined ? {} : { token }),
    });
    try {
      tellHeldCalls(swarm, invocation);
      await writeServeFile(layout.folder, { url: server.url, token: server.token, pid: process.pid });
      const resumed = await swarm.engine.resume();
      announce(invocation, { url: server.url, swarm, tokenFile: serveFilePath(layout.folder), resumed });
      const signal = await interrupt.promise;
      invocation.output.note('stopping …');
      return { exitCode: signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.ok, json: undefined };
    } finally {
      await removeServeFile(layout.folder);
      await server.close();
    }
  } finally {
    await swarm.close();
    interrupt.dispose();
  }
}

interface Announcement {
  readonly url: string;
  readonly swarm: Swarm;
  readonly tokenFile: string;
  readonly resumed: readonly OpenTurn[];
}

/** The one JSON value is told now: whoever started the server needs it while the server runs. */
function announce({ output }: Invocation, { url, swarm, tokenFile, resumed }: Announcement): void {
  output.json({
    url,
    tokenFile,
    pid: process.pid,
    agents: swarm.agents,
    resumed: resumed.map(({ turnId }) => turnId),
  });
  output.line(`serving ${swarm.agents.join(', ')} at ${url}`);
  output.line(`token in ${tokenFile}`);
  if (resumed.length > 0) output.line(`going on with ${count(resumed.length, 'turn')} that had not ended`);
}

function tellHeldCalls({ engine }: Swarm, { output }: Invocation): void {
  engine.observe((event) => {
    if (event.type === 'tool.held') output.line(heldText([heldCallOf(event)]));
  });
}

function portOf(given: string | undefined): number {
  if (given === undefined) return 0;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(
    `--port must be a number from 0 to 65535, got '${given}'`,
    '0 takes any that is free.',
  );
}

function tokenOf(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError('--token must be printable ASCII without blanks', 'Leave it out to have one made.');
}
