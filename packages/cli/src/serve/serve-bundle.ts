import { GoondanError } from '@goondan/core/basics';
import { serveEngine, workspaceLayout, type OpenTurn, type Swarm } from '@goondan/runtime';
import { engineElsewhere } from '../cluster/engine-elsewhere.ts';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { count } from '../output/duration.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { stateRootOf } from '../place/state-root.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { listenForInterrupt } from '../turn/interrupt.ts';
import { portOf } from './port-of.ts';
import { removeServeFile, serveFilePath, writeServeFile } from './serve-file.ts';
import { tellHeldCalls } from './tell-held-calls.ts';

/** What `gdn serve` does: stays until it is asked to end. */
export async function serveBundle(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, cwd } = invocation;
  const port = portOf(options);
  const token = tokenOf(options.text('token'));
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  if (bundleRoot === undefined)
    throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`);
  const elsewhere = await engineElsewhere(invocation, { hasWorker: options.flag('worker') });
  const engine = elsewhere?.engine;
  const swarm = await openBundle(invocation, bundleRoot, { isKept: true, engine });
  const layout = workspaceLayout(stateRootOf(invocation), bundleRoot);
  const interrupt = listenForInterrupt();
  try {
    tellWarnings(swarm, invocation.output);
    await swarm.engine.start();
    const server = await serveEngine(swarm.engine, {
      layout,
      agents: swarm.agents,
      port,
      ...(elsewhere === undefined ? {} : { state: elsewhere.state }),
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

function tokenOf(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError('--token must be printable ASCII without blanks', 'Leave it out to have one made.');
}
